import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef } from 'react';
import { Link } from 'react-router';
import { rightsOver } from '../../../blog/policy.ts';
import type { Person } from '../../../identity/person.ts';
import { useOrigin } from '../../../identity/web/origin.ts';
import { idOf, useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { Hole } from '../../../platform/web/personal/hole.tsx';
import { opened, type Personal, textFor } from '../../../platform/web/personal/personal.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import { CommentForm, OwnBlogForm } from './comment-form.tsx';
import { SendingComment } from './comment-item.tsx';
import { CommentList } from './comment-list.tsx';
import {
  type CommentList as CommentsSoFar,
  commentsQuery,
  useAddComment,
} from './comment-queries.ts';

interface CommentSectionProps {
  readonly blogId: string;
  /** The blog's author. */
  readonly authorId: string | null;
}

function canComment({ id }: Person, authorId: string | null): boolean {
  return rightsOver(authorId, id).canComment;
}

function SignInToTalk() {
  const origin = useOrigin();
  return (
    <p className="text-soft">
      <Link to={paths.signIn.to()} state={origin} className="underline hover:text-accent">
        Sign in
      </Link>{' '}
      to read the comments and to add yours.
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
  readonly viewer: Personal<Person>;
  readonly section: RefObject<HTMLElement | null>;
}

function Conversation({ blogId, authorId, viewer, section }: ConversationProps) {
  const { data: list, isError, refetch } = useQuery(commentsQuery(blogId));
  const { mutateAsync, isPending, variables } = useAddComment(blogId);
  const isEmpty = list?.comments.length === 0 && !isPending;
  return (
    <>
      {!list && !isError && <LoadingIndicator />}
      {!list && isError && (
        <ErrorNote onRetry={() => refetch()}>The comments could not be loaded.</ErrorNote>
      )}
      {isEmpty && <p className="text-soft">No comments yet.</p>}
      {list && <CommentCount list={list} />}
      {list && <CommentList blogId={blogId} list={list} viewer={viewer} section={section} />}
      {isPending && (
        <div className="border-t border-rule">
          <SendingComment text={variables} person={opened(viewer)} />
        </div>
      )}
      <div className="mt-8">
        <Hole of={viewer} is={canComment} about={authorId}>
          {(isReader) =>
            isReader ? (
              <CommentForm blogId={blogId} personId={textFor(viewer, idOf)} send={mutateAsync} />
            ) : (
              <OwnBlogForm />
            )
          }
        </Hole>
      </div>
    </>
  );
}

/** What readers say about a blog, and where one joins in. */
export function CommentSection({ blogId, authorId }: CommentSectionProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const viewer = useViewer();
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={headingId}>
      <SectionHeading id={headingId}>Comments</SectionHeading>
      {viewer.status === 'loading' && <LoadingIndicator />}
      {viewer.status === 'signed-out' && <SignInToTalk />}
      {viewer.status === 'signed-in' && (
        <Conversation
          key={textFor(viewer.person, idOf)}
          blogId={blogId}
          authorId={authorId}
          viewer={viewer.person}
          section={section}
        />
      )}
    </section>
  );
}
