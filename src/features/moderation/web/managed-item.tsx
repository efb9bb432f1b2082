import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink, type ButtonLook } from '../../../platform/web/ui/button.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import type { ManagedText, Standing } from '../contract/manage.ts';
import { ManagedBlogText } from './managed-blog-text.tsx';
import { reasonLabels } from './reason-labels.ts';
import type { ModerationActions } from './use-moderation-actions.ts';

const standingLabels: Readonly<Record<Standing, string>> = {
  shown: 'Published',
  waiting: 'Waits for approval',
  hidden: 'Hidden',
  removed: 'Removed',
  'hidden-by-author': 'Hidden by the author of the blog',
  away: 'Not visible, and can come back: it, its blog or its author’s account was taken back, deleted or hidden',
  gone: 'Not there any more: its author deleted it',
};

function Reports({ text }: { readonly text: ManagedText }) {
  const { reports, reportCount } = text;
  if (reportCount === 0) return null;
  return (
    <div className="mt-4 border-l-2 border-bad pl-4">
      <p className="text-sm font-semibold">
        {reportCount === 1 ? '1 report' : `${reportCount} reports`}
      </p>
      <ul className="mt-1 grid gap-1 text-sm">
        {reports.map((report) => (
          <li key={report.byId} className="wrap-anywhere">
            <span className="font-medium">{reasonLabels[report.reason]}</span>
            {report.note !== '' && <span dir="auto">: {report.note}</span>}{' '}
            <span className="text-soft">
              ({report.by}, <Moment at={report.at} />)
            </span>
          </li>
        ))}
      </ul>
      {reportCount > reports.length && (
        <p className="mt-1 text-sm text-soft">and {reportCount - reports.length} more</p>
      )}
    </div>
  );
}

interface ActionButtonProps {
  readonly label: string;
  readonly about: string;
  readonly look?: ButtonLook;
  readonly isPending: boolean;
  readonly onClick: () => void;
}

function ActionButton({ label, about, look = 'outline', isPending, onClick }: ActionButtonProps) {
  return (
    <Button
      size="small"
      look={look}
      aria-describedby={about}
      aria-disabled={isPending}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

interface ActionsProps {
  readonly text: ManagedText;
  readonly actions: ModerationActions;
  readonly about: string;
  readonly reason: string;
}

/** Buttons that change a text's standing. */
function Moves({ text, actions, about, reason }: ActionsProps) {
  const { isPending, move } = actions;
  const button = (
    label: string,
    to: 'shown' | 'waiting' | 'hidden' | 'removed',
    look?: ButtonLook,
  ) => (
    <ActionButton
      key={label}
      label={label}
      about={about}
      isPending={isPending}
      onClick={() => void move(text, to, reason)}
      {...(look && { look })}
    />
  );
  const isHeldByNobody = ['shown', 'hidden-by-author', 'away'].includes(text.standing);
  if (isHeldByNobody) {
    return [button('Hide', 'hidden'), button('Remove for good', 'removed', 'danger')];
  }
  if (text.standing === 'waiting') {
    return [button('Approve', 'shown'), button('Decline', 'hidden')];
  }
  if (text.standing === 'hidden') {
    return [button('Bring back', 'shown'), button('Remove for good', 'removed', 'danger')];
  }
  return text.standing === 'removed' ? button('Bring back', 'shown') : null;
}

function Others({ text, actions, about, reason }: ActionsProps) {
  const { isPending } = actions;
  const { author, marks } = text;
  const isLocked = marks.includes('locked');
  const isUnfeatured = marks.includes('unfeatured');
  const common = { about, isPending, look: 'plain' } as const;
  return (
    <>
      {text.reportCount > 0 && (
        <ActionButton
          {...common}
          label="Dismiss the reports"
          onClick={() => void actions.dismiss(text, reason)}
        />
      )}
      {text.kind === 'blog' && text.standing === 'shown' && (
        <>
          <ActionButton
            {...common}
            label={isLocked ? 'Open the comments' : 'Close the comments'}
            onClick={() => void actions.mark(text, 'locked', reason)}
          />
          <ActionButton
            {...common}
            label={isUnfeatured ? 'Allow in featured' : 'Remove from featured'}
            onClick={() => void actions.mark(text, 'unfeatured', reason)}
          />
        </>
      )}
      {author && text.standing !== 'gone' && (
        <>
          <ActionButton
            {...common}
            label="Hide all by this person"
            onClick={() => void actions.hideAll(author, reason)}
          />
          <ButtonLink
            size="small"
            look="plain"
            aria-describedby={about}
            to={paths.managePeople.to({ search: author.id })}
          >
            Suspend this person…
          </ButtonLink>
          <ButtonLink
            size="small"
            look="plain"
            aria-describedby={about}
            to={paths.managePictures.to({ search: text.blogId })}
          >
            Its pictures…
          </ButtonLink>
        </>
      )}
    </>
  );
}

function AboutText({ text }: { readonly text: ManagedText }): ReactNode {
  const { kind, author, createdAt, standing, reason, marks } = text;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
      <li>{kind === 'blog' ? 'Blog' : 'Comment'}</li>
      {author && (
        <li>
          by{' '}
          <Link to={paths.author.to(author.id)} className="underline hover:text-accent">
            <bdi className="wrap-anywhere">{author.name}</bdi>
          </Link>
        </li>
      )}
      {createdAt !== null && (
        <li>
          <Moment at={createdAt} />
        </li>
      )}
      <li className={standing === 'shown' ? '' : 'font-semibold text-ink'}>
        {standingLabels[standing]}
        {reason !== '' && `: ${reason}`}
      </li>
      {marks.includes('locked') && <li className="font-semibold text-ink">Comments closed</li>}
      {marks.includes('unfeatured') && <li className="font-semibold text-ink">Not featured</li>}
    </ul>
  );
}

const othersDecide = {
  owners: 'Its author keeps this site in order: an owner decides about it.',
  'another-owner': 'It is your own: another owner decides about it.',
} as const;

/** A text to moderate: its state, its reports, and its actions, each with one press. */
export function ManagedItem({
  text,
  actions,
}: {
  readonly text: ManagedText;
  readonly actions: ModerationActions;
}) {
  const [reason, setReason] = useState('');
  const id = useId();
  const { kind, title, blogId } = text;
  const headline = title === '' ? 'A text that is not there any more' : title;
  const hash = kind === 'comment' ? `#comment-${text._id}` : '';
  const isLinked = text.standing === 'shown';
  return (
    <li tabIndex={-1} className="border-b border-rule py-6">
      <article aria-labelledby={id}>
        <h2 id={id} className="font-display text-xl font-medium wrap-anywhere">
          {kind === 'comment' && title !== '' && <span className="text-soft">On </span>}
          {isLinked ? (
            <Link
              to={`${paths.blog.to(blogId)}${hash}`}
              data-item
              dir="auto"
              // A comment's link stays inline after "On": an inline block could wrap below it.
              className={`py-1 hover:text-accent ${kind === 'blog' ? 'inline-block' : ''}`}
            >
              {headline}
            </Link>
          ) : (
            <span dir="auto">{headline}</span>
          )}
        </h2>
        <AboutText text={text} />
        {kind === 'comment' && text.text !== '' && (
          <p
            dir="auto"
            className="mt-2 max-w-measure border-l-2 border-rule pl-4 whitespace-pre-line wrap-anywhere"
          >
            {text.text}
          </p>
        )}
        {kind === 'blog' && text.standing !== 'gone' && <ManagedBlogText text={text} />}
        <Reports text={text} />
        {text.decider === 'you' ? (
          <div className="mt-4 grid gap-3">
            {text.standing !== 'gone' && (
              <div className="max-w-measure">
                <TextField
                  label="Reason, for its author and the log"
                  value={reason}
                  maxLength={500}
                  autoComplete="off"
                  onChange={(event) => setReason(event.target.value)}
                />
              </div>
            )}
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <Moves text={text} actions={actions} about={id} reason={reason} />
              <Others text={text} actions={actions} about={id} reason={reason} />
            </div>
          </div>
        ) : (
          <p className="mt-4 text-sm text-soft">{othersDecide[text.decider]}</p>
        )}
      </article>
    </li>
  );
}
