import { Link } from 'react-router';
import { BlogDate } from '../../../blog/web/byline.tsx';
import { type AllBlogsRequest, paths } from '../../../paths.ts';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import type { FoundTexts } from '../contract.ts';

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
    <li className="border-b border-rule py-4 first:pt-0">
      <h3 dir="auto" className="font-display text-xl font-medium text-balance wrap-anywhere">
        {/* By the browser itself: it looks for the sentence as it loads a document, and at no other time. */}
        <a
          href={fragment === '' ? path : `${path}#${fragment}`}
          data-item=""
          className="hover:underline"
        >
          {title}
        </a>
      </h3>
      <p dir="auto" className="mt-1.5 max-w-measure text-soft text-pretty wrap-anywhere">
        <Excerpt parts={excerpt} />
      </p>
      <p className="byline mt-2 text-sm">
        <span>{`By ${author ?? 'Unknown Author'}`}</span> <BlogDate createdAt={createdAt} />
      </p>
    </li>
  );
}

/** What was found in the texts of blogs: the sentence around it, which its link lands on. */
export function TextResults({ texts }: { readonly texts: FoundTexts['texts'] }) {
  if (texts.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="in-the-text">
      <SectionHeading id="in-the-text">In the text</SectionHeading>
      <ul>
        {texts.map((text) => (
          <Result key={text._id} text={text} />
        ))}
      </ul>
    </section>
  );
}

interface SearchNotesProps {
  readonly request: AllBlogsRequest;
  readonly found: FoundTexts;
}

/** The tags that a search names, what it was taken for, and what of it could not be followed. */
export function SearchNotes({ request, found: { tags, corrected, notes } }: SearchNotesProps) {
  if (tags.length === 0 && corrected === '' && notes.length === 0) return null;
  return (
    <div className="mb-6 grid gap-2 text-sm text-soft">
      {tags.map(({ tag, name }) => (
        <p key={tag}>
          <Link to={paths.tag.to(tag)} className="underline">{`Tag: ${name}`}</Link>
        </p>
      ))}
      {corrected !== '' && (
        <p>
          {'No text has what you typed. Showing results for '}
          <Link
            to={paths.allBlogs.to({ ...request, cursor: '', search: corrected })}
            className="underline"
          >
            {corrected}
          </Link>
          .
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
