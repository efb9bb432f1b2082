import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { rightsOver } from '../../../blog/policy.ts';
import { heldCommentsId } from '../../../blog/web/held-comments-id.ts';
import type { Person } from '../../../identity/person.ts';
import { useWayBack } from '../../../identity/web/origin.ts';
import { idOf, useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { opened, type Personal, reader, textFor } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { Drawing } from '../../../platform/web/ui/drawings.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import { CommentForm, OwnBlogForm } from './comment-form.tsx';
import { type ReportOf, SendingComment } from './comment-item.tsx';
import { CommentList } from './comment-list.tsx';
import {
  type CommentList as CommentsSoFar,
  commentsQuery,
  mayHaveHeldComments,
  ownHeldCommentsQuery,
  useAddComment,
} from './comment-queries.ts';
import { CommentText } from './comment-text.tsx';

interface HeldCommentsProps {
  readonly blogId: string;
  /** Whether the viewer is about to say something. */
  readonly isWriting: boolean;
}

/**
 * The viewer's comments on a blog that nobody else sees, with the reason. Requested only on a device that knows of some or
 * that sent a comment on this blog, where the address names one, and once the member writes: a reader costs no call.
 */
function HeldComments({ blogId, isWriting }: HeldCommentsProps) {
  const [isKnown, setKnown] = useState(false);
  const isNamed = useLocation().hash === `#${heldCommentsId}`;
  useEffect(() => setKnown(isNamed || mayHaveHeldComments(blogId)), [isNamed, blogId]);
  const { data } = useQuery({ ...ownHeldCommentsQuery(), enabled: isKnown || isWriting });
  const held = (data ?? []).filter((one) => one.blogId === blogId);
  const isThere = held.length > 0;

  useEffect(() => {
    if (isThere && isNamed) document.getElementById(heldCommentsId)?.scrollIntoView();
  }, [isThere, isNamed]);

  if (!isThere) return null;
  return (
    <section
      id={heldCommentsId}
      aria-label="Your comments that others do not see"
      className="mt-8 grid gap-4"
    >
      {held.map((one) => (
        <article key={one._id} className="border-l-2 border-rule-strong pl-4">
          <CommentText text={one.comment} />
          <p className="mt-1 text-sm font-semibold">
            Only you see this: it{' '}
            {one.held.state === 'waiting' ? 'waits for approval' : 'is hidden'}{' '}
            <span className="font-normal text-soft">
              since <Moment at={one.held.since} />.
              {one.held.reason !== '' && <span dir="auto"> Reason: {one.held.reason}</span>}
            </span>
          </p>
        </article>
      ))}
    </section>
  );
}

interface CommentSectionProps {
  readonly blogId: string;
  /** The blog's author. */
  readonly authorId: string | null;
  /** Whether nobody may comment any more. */
  readonly isLocked: boolean;
  /** How others report a comment. */
  readonly reportOf: ReportOf;
}

const canComment = reader(
  'can-comment',
  ({ id }: Person, authorId: string | null) => rightsOver(authorId, id).canComment,
);

/** The link to the viewer's own comment, and where only members read, to all. */
function SignInToTalk({ todo }: { readonly todo: string }) {
  const { query, state } = useWayBack();
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

/** How much there is to read; what hasn't been loaded is not counted. */
function CommentCount({ list: { comments, hasMore } }: { readonly list: CommentsSoFar }) {
  const count = comments.length;
  if (count === 0) return null;
  const word = count === 1 ? 'comment' : 'comments';
  return (
    <p className="-mt-2 mb-2 text-sm text-faint">
      {hasMore ? `More than ${count} ${word}` : `${count} ${word}`}
    </p>
  );
}

interface ConversationProps extends CommentSectionProps {
  /** Undefined for who isn't signed in. */
  readonly viewer: Personal<Person> | undefined;
  readonly section: RefObject<HTMLElement | null>;
}

function Conversation(props: ConversationProps) {
  const { blogId, authorId, isLocked, reportOf, viewer, section } = props;
  const [isWriting, setWriting] = useState(false);
  const { data: list, isError, refetch } = useQuery(commentsQuery(blogId));
  const { mutateAsync, isPending, variables, data: sent } = useAddComment(blogId);
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
      {list && <CommentCount list={list} />}
      {list && (
        <CommentList
          blogId={blogId}
          list={list}
          viewer={viewer}
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
        {isLocked && <p className="text-soft">Comments on this blog are closed.</p>}
        {!isLocked && !viewer && <SignInToTalk todo="to add a comment." />}
        {!isLocked && viewer && (
          <Slot of={viewer} is={canComment} about={authorId}>
            {(isReader) =>
              isReader ? (
                <CommentForm
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
      </div>
    </>
  );
}

/** What readers say about a blog, and where one joins in. */
export function CommentSection(props: CommentSectionProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const viewer = useViewer();
  const { reading } = useSiteSettings();
  const person = viewer.status === 'signed-in' ? viewer.person : undefined;
  const mayRead = person !== undefined || reading === 'public';
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={headingId}>
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
