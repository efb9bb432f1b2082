import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { rightsOver } from '../../../blog/policy.ts';
import type { Person } from '../../../identity/person.ts';
import { useReturnLink } from '../../../identity/web/origin.ts';
import { idOf, useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { lazyChunk, useLazyChunk } from '../../../platform/web/lazy-chunk.ts';
import { opened, type Personal, reader, textFor } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { Drawing } from '../../../platform/web/ui/drawings.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { FilterLinks } from '../../../platform/web/ui/lists/filter-links.tsx';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import { useIsHydrated } from '../../../platform/web/use-is-hydrated.ts';
import { useAddComment } from './comment-changes.ts';
import { NewCommentForm, OwnBlogForm } from './comment-forms.tsx';
import { type ReportOf, SendingComment } from './comment-item.tsx';
import { CommentList } from './comment-list.tsx';
import { type CommentList as CommentsSoFar, commentsQuery } from './comment-queries.ts';
import { addressOf } from './comments-address.ts';
import { HeldComments } from './held-comments.tsx';
import type { ThreadOrder } from './threads.ts';

const loadTools = lazyChunk(() => import('./own-blog-tools.tsx'));

/** The section's element id. */
const sectionId = 'comments';

interface CommentSectionProps {
  readonly blogId: string;
  /** The blog's author. */
  readonly authorId: string | null;
  readonly order: ThreadOrder;
  /** Whether comments are closed. */
  readonly isLocked: boolean;
  /** Whether the author closed the comments; staff may have as well. */
  readonly isClosed: boolean;
  /** Renders the button that reports a comment. */
  readonly reportOf: ReportOf;
}

const canComment = reader(
  'can-comment',
  ({ id }: Person, authorId: string | null) => rightsOver(authorId, id).canComment,
);

/** Asks visitors to sign in to comment and, on a members-only site, to read comments. */
function SignInToTalk({ todo }: { readonly todo: string }) {
  const { query, state } = useReturnLink();
  return (
    <p className="text-soft">
      <Link
        to={paths.signIn.to(query)}
        state={state}
        rel="nofollow"
        className="underline hover:text-accent"
      >
        Sign in
      </Link>{' '}
      {todo}
    </p>
  );
}

/** The number of loaded comments. */
function CommentCount({ list: { comments, hasMore } }: { readonly list: CommentsSoFar }) {
  const count = comments.length;
  if (count === 0) return null;
  const word = count === 1 ? 'comment' : 'comments';
  return (
    <p className="text-sm text-faint">
      {hasMore ? `More than ${count} ${word}` : `${count} ${word}`}
    </p>
  );
}

/** Links that change the order of the threads. */
function Orders({ blogId, order }: Pick<CommentSectionProps, 'blogId' | 'order'>) {
  const links = (['threads', 'newest'] as const).map((name) => ({
    label: name === 'newest' ? 'Newest first' : 'Oldest first',
    to: `${addressOf({ blogId, order: name })}#${sectionId}`,
    isCurrent: name === order,
    tint: '',
  }));
  return <FilterLinks label="Order of the comments" links={links} />;
}

/** Tools for the blog's author, after hydration: other readers don't load their chunk. */
function AuthorsTools({ viewer, ...props }: CommentSectionProps & { viewer: Personal<Person> }) {
  const { blogId, order, authorId, isLocked, isClosed } = props;
  const isHydrated = useIsHydrated();
  const isAuthor = isHydrated && rightsOver(authorId, opened(viewer).id).canEdit;
  const tools = useLazyChunk(loadTools, isAuthor);
  if (!tools || !isAuthor) return null;
  return <tools.OwnBlogTools name={{ blogId, order }} isLocked={isLocked} isClosed={isClosed} />;
}

interface ConversationProps extends CommentSectionProps {
  /** Undefined for visitors. */
  readonly viewer: Personal<Person> | undefined;
  readonly section: RefObject<HTMLElement | null>;
}

function Conversation(props: ConversationProps) {
  const { blogId, order, authorId, isLocked, isClosed, reportOf, viewer, section } = props;
  const name = { blogId, order };
  const [isWriting, setWriting] = useState(false);
  const { data: list, isError, refetch } = useQuery(commentsQuery(name));
  const { mutateAsync, isPending, variables, data: sent } = useAddComment(name);
  const isEmpty = list?.comments.length === 0 && !isPending;
  return (
    <>
      {!list && !isError && <LoadingIndicator />}
      {!list && isError && (
        <ErrorNote onRetry={() => refetch()}>The comments could not be loaded.</ErrorNote>
      )}
      {isEmpty && (
        <p className="flex items-center gap-5 text-soft">
          <Drawing name="bubble" />
          No comments yet.
        </p>
      )}
      {list && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
          <CommentCount list={list} />
          {(list.comments.length > 1 || order === 'newest') && (
            <Orders blogId={blogId} order={order} />
          )}
        </div>
      )}
      {list && (
        <CommentList
          name={name}
          list={list}
          viewer={viewer}
          authorId={authorId}
          isLocked={isLocked}
          section={section}
          sentId={sent?._id}
          reportOf={reportOf}
        />
      )}
      {isPending && viewer && (
        <div className="border-t border-rule">
          <SendingComment text={variables.text} person={opened(viewer)} />
        </div>
      )}
      {viewer && <HeldComments blogId={blogId} isWriting={isWriting} />}
      <div className="mt-8">
        {isLocked && (
          <p className="text-soft">
            {isClosed ? 'The author has closed the comments.' : 'Comments on this blog are closed.'}
          </p>
        )}
        {!isLocked && !viewer && <SignInToTalk todo="to add a comment." />}
        {!isLocked && viewer && (
          <Slot of={viewer} is={canComment} about={authorId}>
            {(isReader) =>
              isReader ? (
                <NewCommentForm
                  blogId={blogId}
                  personId={textFor(viewer, idOf)}
                  send={mutateAsync}
                  onWriting={() => setWriting(true)}
                />
              ) : (
                <OwnBlogForm />
              )
            }
          </Slot>
        )}
        {viewer && <AuthorsTools {...props} viewer={viewer} />}
      </div>
    </>
  );
}

/** The comments on a blog, with the form for a new one. */
export function CommentSection(props: CommentSectionProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const viewer = useViewer();
  const { reading } = useSiteSettings();
  const person = viewer.status === 'signed-in' ? viewer.person : undefined;
  const mayRead = person !== undefined || reading === 'public';
  return (
    <section ref={section} id={sectionId} tabIndex={-1} aria-labelledby={headingId}>
      <SectionHeading id={headingId}>Comments</SectionHeading>
      {viewer.status === 'loading' && <LoadingIndicator />}
      {viewer.status === 'signed-out' && !mayRead && (
        <SignInToTalk todo="to read the comments and to add yours." />
      )}
      {viewer.status !== 'loading' && mayRead && (
        <Conversation
          key={person && textFor(person, idOf)}
          {...props}
          viewer={person}
          section={section}
        />
      )}
    </section>
  );
}
