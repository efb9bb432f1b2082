import { Link } from 'react-router';
import { BlogDate } from '../../../blog/web/byline.tsx';
import { useReturnLink } from '../../../identity/web/origin.ts';
import { type AllBlogsRequest, paths } from '../../../paths.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { LoadingIndicator, Skeleton } from '../../../platform/web/ui/waiting.tsx';
import type { FoundTexts } from '../contract.ts';
import { textsId } from './result-of.ts';

type FoundText = FoundTexts['texts'][number];

function Excerpt({ parts }: { readonly parts: FoundText['excerpt'] }) {
  let place = 0;
  return parts.map(({ text, isMatch }) => {
    place += text.length;
    return isMatch ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>;
  });
}

function Result({
  text: { _id, title, author, createdAt, excerpt, fragment },
}: {
  readonly text: FoundText;
}) {
  const path = paths.blog.to(_id);
  return (
    <li className="card group border-b border-rule py-6 last:border-b-0">
      <h3
        dir="auto"
        className="max-w-measure font-display text-xl font-medium text-balance wrap-anywhere"
      >
        {/* A plain link: browsers only follow a text fragment when they load a document. */}
        <a
          href={fragment === '' ? path : `${path}#${fragment}`}
          data-item=""
          className="card-link group-hover:text-accent"
        >
          {title}
        </a>
      </h3>
      <p dir="auto" className="mt-2 max-w-measure text-soft text-pretty wrap-anywhere">
        <Excerpt parts={excerpt} />
      </p>
      <p className="byline mt-3 text-sm">
        <span>{`By ${author ?? 'Unknown Author'}`}</span> <BlogDate createdAt={createdAt} />
      </p>
    </li>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <LoadingIndicator label="Looking through the texts…" />
      {[0, 1, 2].map((index) => (
        <div key={index} aria-hidden="true" className="border-b border-rule py-6 last:border-b-0">
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="mt-2 h-12 w-full max-w-measure" />
          <Skeleton className="mt-3 h-5 w-48" />
        </div>
      ))}
    </div>
  );
}

/** The error message: a refusal by the rate limit explains itself. */
function whyOf(error: Error): string {
  const isSaid = error instanceof Problem && error.status === 429;
  return isSaid ? error.message : 'The texts could not be searched.';
}

interface TextResultsProps {
  readonly texts: FoundTexts['texts'] | undefined;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** Text matches, with the sentence around the match; the link scrolls to it. */
export function TextResults({ texts = [], isLoading, error, onRetry }: TextResultsProps) {
  if (texts.length === 0 && !isLoading && !error) return null;
  return (
    <section className="mt-14" aria-labelledby={textsId}>
      <SectionHeading id={textsId}>In the text</SectionHeading>
      {isLoading && <Waiting />}
      {error && <ErrorNote onRetry={onRetry}>{whyOf(error)}</ErrorNote>}
      {texts.length > 0 && (
        <ul className="-mt-4">
          {texts.map((text) => (
            <Result key={text._id} text={text} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** On a site for members only: tells visitors that members can also search texts. */
export function SignInToSearch() {
  const { query, state } = useReturnLink();
  return (
    <p className="mt-10 text-soft">
      <Link
        to={paths.signIn.to(query)}
        state={state}
        rel="nofollow"
        className="underline hover:text-accent"
      >
        Sign in
      </Link>{' '}
      to search what the blogs say, too.
    </p>
  );
}

interface SearchNotesProps {
  readonly request: AllBlogsRequest;
  readonly found: FoundTexts;
}

/** Tags that the search names, its correction, and its ignored parts. */
export function SearchNotes({ request, found: { tags, corrected, notes } }: SearchNotesProps) {
  if (tags.length === 0 && corrected === '' && notes.length === 0) return null;
  return (
    <div className="mb-8 grid gap-2 text-sm text-soft">
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-x-5">
          {tags.map(({ tag, name }) => (
            <li key={tag} className="min-w-0 wrap-anywhere">
              <Link
                viewTransition
                to={paths.tag.to(tag)}
                className="inline-flex min-h-target items-center underline decoration-accent underline-offset-4 hover:text-ink"
              >
                <span>
                  All with the tag <bdi className="font-semibold">{name}</bdi>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {corrected !== '' && (
        <p className="wrap-anywhere">
          {'No text has what you typed. These have '}
          <Link
            to={paths.allBlogs.to({ ...request, cursor: '', search: corrected })}
            className="font-semibold underline decoration-accent underline-offset-4 hover:text-ink"
          >
            <bdi>{corrected}</bdi>
          </Link>
          .
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="text-pretty wrap-anywhere">
          {note}
        </p>
      ))}
    </div>
  );
}
