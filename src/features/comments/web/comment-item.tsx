import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Person } from '../../../identity/person.ts';
import { opened, type Personal, reader } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { Button } from '../../../platform/web/ui/button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { PersonPhoto } from '../../../platform/web/ui/pictures/person-photo.tsx';
import { useIsHydrated } from '../../../platform/web/use-is-hydrated.ts';
import { editableMs } from '../contract.ts';
import type { SharedComment } from './comment-queries.ts';
import { CommentText } from './comment-text.tsx';
import { elementIdOf } from './use-linked-comment.ts';

/** Renders the button that reports a comment; `elementId` is the id of its element. */
export type ReportOf = (commentId: string, elementId: string) => ReactNode;

/** The actions of a comment. */
export interface CommentActions {
  readonly onDelete: (comment: SharedComment) => void;
  readonly onEdit: (comment: SharedComment) => void;
  /** For the blog's author. */
  readonly onHide: (comment: SharedComment) => void;
  /** Undefined where comments are closed. */
  readonly onReply: ((comment: SharedComment) => void) | undefined;
  readonly reportOf: ReportOf;
}

interface CommentItemProps {
  readonly comment: SharedComment;
  /** Undefined for visitors. */
  readonly viewer: Personal<Person> | undefined;
  /** The blog's author. */
  readonly authorId: string | null;
  /** The comment's address, in the current order. */
  readonly permalink: string;
  /** Whether the address names this comment. */
  readonly isLinked: boolean;
  /** Whether it was posted since the viewer's last visit. */
  readonly isNew: boolean;
  readonly actions: CommentActions;
  /** Replaces the text while it is edited. */
  readonly editor?: ReactNode;
}

const isAuthor = reader('wrote-comment', ({ id }: Person, authorId: string) => id === authorId);

interface ButtonsProps extends Pick<CommentItemProps, 'comment' | 'authorId' | 'actions'> {
  readonly viewer: Personal<Person>;
  readonly id: string;
}

/**
 * Buttons that depend on the time, or are for the blog's author. They need a script anyway, so they take no slot in
 * each comment.
 */
function LateButtons({ comment, viewer, authorId, actions, id }: ButtonsProps) {
  const isHydrated = useIsHydrated();
  if (!isHydrated) return null;
  const { id: viewerId } = opened(viewer);
  const isOwn = viewerId === comment.authorId;
  const isEditable = isOwn && Date.now() - Date.parse(comment.createdAt) < editableMs;
  const look = { look: 'quiet', size: 'small', 'aria-describedby': id } as const;
  return (
    <>
      {isEditable && (
        <Button {...look} onClick={() => actions.onEdit(comment)}>
          Edit
        </Button>
      )}
      {!isOwn && viewerId === authorId && (
        <Button {...look} onClick={() => actions.onHide(comment)}>
          Hide
        </Button>
      )}
    </>
  );
}

/** Unobtrusive, since a page repeats them for a hundred comments. */
function Buttons(props: ButtonsProps) {
  const { comment, viewer, authorId, actions, id } = props;
  const { onReply, onDelete, reportOf } = actions;
  const look = {
    look: 'quiet',
    size: 'small',
    'aria-describedby': id,
    className: 'noscript:hidden',
  } as const;
  const reply = onReply && (
    <Button {...look} onClick={() => onReply(comment)}>
      Reply
    </Button>
  );
  // On their own blog, authors reply to others only.
  const isByAuthor = comment.authorId === authorId;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-5">
      {!isByAuthor && reply}
      <LateButtons {...props} />
      <Slot of={viewer} is={isAuthor} about={comment.authorId} isRare>
        {(isOwn) =>
          isOwn ? (
            <Button {...look} onClick={() => onDelete(comment)}>
              Delete
            </Button>
          ) : (
            <>
              {isByAuthor && reply}
              {reportOf(comment._id, id)}
            </>
          )
        }
      </Slot>
    </div>
  );
}

/** A comment. A page may have a thousand: memoized, so that adding or removing one doesn't render the others again. */
export const CommentItem = memo(function CommentItem({
  comment,
  viewer,
  authorId,
  permalink,
  isLinked,
  isNew,
  actions,
  editor,
}: CommentItemProps) {
  const id = elementIdOf(comment._id);
  const nameId = `${id}-name`;
  const isReply = comment.replyTo !== null;
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={nameId}
      data-comment={isNew ? 'new' : ''}
      className={`flex gap-4 border-l-2 pr-4 pl-3.5 ${isReply ? 'py-4' : 'py-6'} ${
        isLinked ? 'border-accent bg-accent-wash' : 'border-transparent'
      }`}
    >
      <PersonPhoto photo={comment.userProfilePicture} size={isReply ? 32 : 48} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 id={nameId} className="font-semibold wrap-anywhere">
            {comment.userName}
          </h3>
          {comment.authorId === authorId && <span className="text-sm text-soft">Author</span>}
          <Link
            to={permalink}
            preventScrollReset
            className="inline-flex min-h-link items-center text-sm text-faint underline decoration-transparent hover:text-accent hover:decoration-current"
          >
            <Moment at={comment.createdAt} />
          </Link>
          {comment.editedAt !== null && (
            <span className="text-sm text-faint">
              edited <Moment at={comment.editedAt} />
            </span>
          )}
          {isNew && (
            <span className="rounded-sm border border-rule-strong px-1.5 text-sm font-semibold">
              New
            </span>
          )}
        </div>
        {editor ? <div className="mt-2">{editor}</div> : <CommentText text={comment.comment} />}
        {viewer && !editor && (
          <Buttons
            comment={comment}
            viewer={viewer}
            authorId={authorId}
            actions={actions}
            id={id}
          />
        )}
      </div>
    </article>
  );
});

/** Placeholder for a deleted comment, above the replies to it. */
export function GoneComment({ id }: { readonly id: string }) {
  return (
    <p id={elementIdOf(id)} tabIndex={-1} className="py-6 pl-4 text-soft italic">
      This comment was deleted.
    </p>
  );
}

/** The viewer's comment while it is being sent. */
export function SendingComment({
  text,
  person: { displayName, photoURL },
}: {
  readonly text: string;
  readonly person: Person;
}) {
  return (
    <article aria-busy="true" aria-label={displayName} className="flex gap-4 py-6 text-faint">
      <PersonPhoto photo={photoURL} size={48} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{displayName}</span>
          <span className="text-sm">Sending…</span>
        </p>
        <CommentText text={text} />
      </div>
    </article>
  );
}
