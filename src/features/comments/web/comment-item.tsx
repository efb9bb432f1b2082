import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Person } from '../../../identity/person.ts';
import { type Personal, reader } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { Button } from '../../../platform/web/ui/button.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { PersonPhoto } from '../../../platform/web/ui/pictures/person-photo.tsx';
import type { SharedComment } from './comment-queries.ts';
import { CommentText } from './comment-text.tsx';
import { elementIdOf } from './use-linked-comment.ts';

/** Renders the button that reports a comment; `elementId` is the id of its element. */
export type ReportOf = (commentId: string, elementId: string) => ReactNode;

interface CommentItemProps {
  readonly comment: SharedComment;
  /** Undefined for who isn't signed in. */
  readonly viewer: Personal<Person> | undefined;
  /** True for the one that the address names. */
  readonly isLinked: boolean;
  readonly onDelete: (comment: SharedComment) => void;
  readonly reportOf: ReportOf;
}

const isAuthor = reader('wrote-comment', ({ id }: Person, authorId: string) => id === authorId);

/** A comment. There may be a thousand of these: the others don't render again when one comes or goes. */
export const CommentItem = memo(function CommentItem({
  comment,
  viewer,
  isLinked,
  onDelete,
  reportOf,
}: CommentItemProps) {
  const id = elementIdOf(comment._id);
  const nameId = `${id}-name`;
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={nameId}
      className={`flex gap-4 border-l-2 py-6 pr-4 pl-3.5 ${
        isLinked ? 'border-accent bg-accent-wash' : 'border-transparent'
      }`}
    >
      <PersonPhoto photo={comment.userProfilePicture} size={48} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 id={nameId} className="font-semibold wrap-anywhere">
            {comment.userName}
          </h3>
          <Link
            to={{ hash: id }}
            preventScrollReset
            className="text-sm text-faint underline decoration-transparent hover:text-accent hover:decoration-current"
          >
            <Moment at={comment.createdAt} />
          </Link>
        </div>
        <CommentText text={comment.comment} />
        {viewer && (
          <Slot of={viewer} is={isAuthor} about={comment.authorId} isRare>
            {(isOwn) =>
              isOwn ? (
                <Button
                  look="danger"
                  size="small"
                  aria-describedby={id}
                  className="mt-2 noscript:hidden"
                  onClick={() => onDelete(comment)}
                >
                  Delete
                </Button>
              ) : (
                reportOf(comment._id, id)
              )
            }
          </Slot>
        )}
      </div>
    </article>
  );
});

/** What the viewer has just said, while it is on its way. */
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
