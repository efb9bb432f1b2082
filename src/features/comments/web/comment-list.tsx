import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Person } from '../../../identity/person.ts';
import { idOf } from '../../../identity/web/viewer.ts';
import { opened, type Personal, textFor } from '../../../platform/web/personal/personal.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { EditForm, ReplyForm } from './comment-forms.tsx';
import { CommentItem, GoneComment, type ReportOf } from './comment-item.tsx';
import {
  type ListName,
  type CommentList as Loaded,
  type SharedComment,
  useLoadMore,
} from './comment-queries.ts';
import { addressOf } from './comments-address.ts';
import { useLastVisit } from './last-visit.ts';
import { type Thread, threadOf, threadsOf } from './threads.ts';
import { useCommentActions } from './use-comment-actions.ts';
import { elementIdOf, useLinkedComment } from './use-linked-comment.ts';

/** Notice for a permalink to a deleted comment. */
function GoneNotice() {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <p ref={notice} role="status" className="mb-4 border-l-2 border-ink py-1 pl-4 text-soft">
      The comment that this link leads to is not here any more.
    </p>
  );
}

function ShowMore({ name }: { readonly name: ListName }) {
  const { mutate, isPending } = useLoadMore(name);
  const onError = () => void showToast({ text: 'The comments could not be loaded.', tone: 'bad' });
  return (
    <div className="border-t border-rule py-6 noscript:hidden">
      <Button
        aria-disabled={isPending}
        onClick={() => !isPending && mutate(undefined, { onError })}
      >
        {isPending ? 'Loading…' : 'Show more comments'}
      </Button>
    </div>
  );
}

interface CommentListProps {
  readonly name: ListName;
  readonly list: Loaded;
  /** Undefined for visitors. */
  readonly viewer: Personal<Person> | undefined;
  /** The blog's author. */
  readonly authorId: string | null;
  /** Whether comments are closed. */
  readonly isLocked: boolean;
  /** Gets the focus when the focused button is removed with its comment. */
  readonly section: RefObject<HTMLElement | null>;
  /** The id of the comment that the viewer has just sent. */
  readonly sentId: string | undefined;
  readonly reportOf: ReportOf;
}

/** The reply or edit that the viewer has open within the list. */
interface Writing {
  readonly kind: 'reply' | 'edit';
  readonly comment: SharedComment;
}

/** The comments, by threads. */
export function CommentList(props: CommentListProps) {
  const { name, list, viewer, authorId, isLocked, section, reportOf } = props;
  const [writing, setWriting] = useState<Writing>();
  const [replyId, setReplyId] = useState<string>();
  const linked = useLinkedComment(name, list);
  const address = addressOf(name);
  const lastVisit = useLastVisit(name.blogId, viewer);
  const { remove, hide } = useCommentActions(name, list, section);
  const actions = {
    onDelete: (comment: SharedComment) => void remove(comment),
    onHide: (comment: SharedComment) => void hide(comment),
    onEdit: (comment: SharedComment) => setWriting({ kind: 'edit', comment }),
    onReply: isLocked
      ? undefined
      : (comment: SharedComment) => setWriting({ kind: 'reply', comment }),
    reportOf,
  };

  function close(): void {
    const element = writing && document.getElementById(elementIdOf(writing.comment._id));
    setWriting(undefined);
    // The focused field is removed.
    element?.focus({ preventScroll: true });
  }

  function isNew({ createdAt, authorId: writerId }: SharedComment): boolean {
    if (lastVisit === undefined || !viewer || Date.parse(createdAt) <= lastVisit) return false;
    return opened(viewer).id !== writerId;
  }

  const itemOf = (comment: SharedComment) => {
    const edited = writing?.kind === 'edit' ? writing.comment : undefined;
    return (
      <CommentItem
        comment={comment}
        viewer={viewer}
        authorId={authorId}
        permalink={`${address}#${elementIdOf(comment._id)}`}
        isLinked={comment._id === linked.id}
        isNew={isNew(comment)}
        actions={actions}
        editor={
          // The comment as it was when editing began, so that an edit from another tab is detected.
          edited?._id === comment._id && <EditForm name={name} comment={edited} onClose={close} />
        }
      />
    );
  };

  const settles = ({ _id }: SharedComment) =>
    _id === props.sentId || _id === replyId ? 'settles' : '';

  const threadItem = ({ id, top, replies }: Thread<SharedComment>) => (
    <li
      key={id}
      className={`relative ${top ? settles(top) : ''} [contain-intrinsic-block-size:auto_8rem] [content-visibility:auto] before:absolute before:inset-x-4 before:top-0 before:border-t before:border-rule first:before:hidden`}
    >
      {top ? itemOf(top) : <GoneComment id={id} />}
      {replies.length > 0 && (
        <ol
          aria-label="Replies"
          className="relative mb-6 ml-4 before:absolute before:inset-y-2 before:left-0 before:border-l before:border-rule sm:ml-10 sm:pl-6"
        >
          {replies.map((reply) => (
            <li key={reply._id} className={settles(reply)}>
              {itemOf(reply)}
            </li>
          ))}
        </ol>
      )}
      {viewer && writing?.kind === 'reply' && threadOf(writing.comment) === id && (
        <div className="mx-4 mb-8 sm:ml-20">
          <ReplyForm
            key={writing.comment._id}
            name={name}
            personId={textFor(viewer, idOf)}
            to={writing.comment}
            onSent={setReplyId}
            onClose={close}
          />
        </div>
      )}
    </li>
  );

  return (
    <>
      {linked.isGone && <GoneNotice key={linked.id} />}
      <ol className="-mx-4">{threadsOf(list.comments).map(threadItem)}</ol>
      {list.hasMore && <ShowMore name={name} />}
    </>
  );
}
