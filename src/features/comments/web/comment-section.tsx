import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Person } from '../../../identity/person.ts';
import { useOrigin } from '../../../identity/web/origin.ts';
import { useViewer } from '../../../identity/web/viewer.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SectionHeading } from '../../../platform/web/ui/headings.tsx';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import { CommentForm, OwnBlogForm } from './comment-form.tsx';
import { SendingComment } from './comment-item.tsx';
import { CommentList } from './comment-list.tsx';
import { commentsQuery, useAddComment } from './comment-queries.ts';

interface CommentSectionProps {
  readonly blogId: string;
  /** False for the blog's author. */
  readonly canComment: boolean;
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

interface ConversationProps extends CommentSectionProps {
  readonly viewer: Person;
  readonly section: RefObject<HTMLElement | null>;
}

function Conversation({ blogId, canComment, viewer, section }: ConversationProps) {
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
      {list && <CommentList blogId={blogId} list={list} section={section} />}
      {isPending && (
        <div className="border-t border-rule">
          <SendingComment text={variables} name={viewer.displayName} photo={viewer.photoURL} />
        </div>
      )}
      <div className="mt-8">
        {canComment ? (
          <CommentForm blogId={blogId} viewer={viewer} send={mutateAsync} />
        ) : (
          <OwnBlogForm />
        )}
      </div>
    </>
  );
}

/** What readers say about a blog, and where one joins in. */
export function CommentSection({ blogId, canComment }: CommentSectionProps) {
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
          key={viewer.person.id}
          blogId={blogId}
          canComment={canComment}
          viewer={viewer.person}
          section={section}
        />
      )}
    </section>
  );
}
