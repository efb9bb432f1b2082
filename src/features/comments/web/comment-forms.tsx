import { useState } from 'react';
import { TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import type { Comment } from '../contract.ts';
import { type UnsentComment, useAddComment, useEditComment } from './comment-changes.ts';
import { CommentForm, newCommentId } from './comment-form.tsx';
import type { ListName, SharedComment } from './comment-queries.ts';
import { useUnsentComment } from './unsent-comment.ts';

const added = { done: 'Comment added successfully!', failed: 'Failed to add comment' } as const;

interface NewCommentProps {
  readonly blogId: string;
  readonly personId: string;
  readonly send: (comment: UnsentComment) => Promise<Pick<Comment, 'held'>>;
  readonly onWriting: () => void;
}

/** The form for a new comment. */
export function NewCommentForm({ blogId, personId, send, onWriting }: NewCommentProps) {
  const [text, setText] = useUnsentComment({ personId, blogId });
  return (
    <CommentForm
      id={newCommentId}
      label="Add a comment"
      submitLabel="Post Comment"
      text={text}
      onText={setText}
      send={send}
      says={added}
      onWriting={onWriting}
    />
  );
}

interface ReplyProps {
  readonly name: ListName;
  readonly personId: string;
  /** The comment or reply to answer. */
  readonly to: SharedComment;
  /** Called with the id of the posted reply. */
  readonly onSent: (id: string) => void;
  readonly onClose: () => void;
}

/** The reply form, below the thread. */
export function ReplyForm({ name, personId, to, onSent, onClose }: ReplyProps) {
  const { _id: replyTo, userName } = to;
  const [text, setText] = useUnsentComment({ personId, blogId: name.blogId, replyTo });
  const { mutateAsync } = useAddComment(name, replyTo);

  async function send(comment: UnsentComment) {
    const sent = await mutateAsync(comment);
    onSent(sent._id);
    return sent;
  }

  return (
    <CommentForm
      id={`reply-${replyTo}`}
      label={`Reply to ${userName}`}
      submitLabel="Post Reply"
      text={text}
      onText={setText}
      send={send}
      says={added}
      onClose={onClose}
    />
  );
}

interface EditProps {
  readonly name: ListName;
  readonly comment: SharedComment;
  readonly onClose: () => void;
}

const edited = { done: 'Comment changed.', failed: 'The comment could not be changed.' } as const;

/** The edit form, in place of the comment. */
export function EditForm({ name, comment, onClose }: EditProps) {
  const [text, setText] = useState(comment.comment);
  const { mutateAsync } = useEditComment(name, comment);
  return (
    <CommentForm
      id={`edit-${comment._id}`}
      label="Edit your comment"
      submitLabel="Save Comment"
      text={text}
      onText={setText}
      send={(changed) => mutateAsync(changed.text)}
      says={edited}
      onClose={onClose}
    />
  );
}

/** Replaces the form on the viewer's own blog. */
export function OwnBlogForm() {
  return (
    <TextAreaField
      id={`${newCommentId}-text`}
      label="Add a comment"
      hint="Cannot comment on own blog"
      name="comment"
      rows={2}
      disabled
    />
  );
}
