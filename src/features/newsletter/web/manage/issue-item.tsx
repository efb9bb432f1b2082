import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shorten } from '../../../../platform/text/shorten.ts';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { focusHeading } from '../../../../platform/web/ui/navigation-focus.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import {
  discardIssue,
  type Issue,
  issueLetter,
  sendIssueAgain,
  steerIssue,
  tryIssue,
} from '../../contract/manage.ts';
import { newsletterKey } from './newsletter-queries.ts';

const states: Readonly<Record<Issue['state'], string>> = {
  draft: 'Not sent yet',
  sending: 'Being sent',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Sent',
};

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** The outcome of the e-mails so far. */
function factsOf({ state, total, sent, failed, unknown }: Issue): readonly string[] {
  if (state === 'draft') return [];
  return [
    `${sent.toLocaleString('en-US')} of ${countOf(total, 'email', 'emails')} sent`,
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} refused`] : []),
    ...(unknown > 0 ? [`${unknown.toLocaleString('en-US')} not known`] : []),
  ];
}

interface IssueItemProps {
  readonly issue: Issue;
  /** The number of recipients. */
  readonly subscribers: number;
  /** Whether this site can send e-mails at all. */
  readonly canSend: boolean;
}

/** Code points of a subject in a question, at most. */
const subjectMax = 60;

/** The actions on a newsletter, and the last failure. */
function useIssueActions(issue: Issue, subscribers: number) {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const [failure, setFailure] = useState<string>();
  const params = { id: issue.id };
  const { isPending, run } = useSingleFlight(async (work: () => Promise<void>) => {
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(errorMessageOf(error)));
    await queries.invalidateQueries({ queryKey: newsletterKey });
  });
  const steer = async (to: 'sending' | 'paused' | 'stopped') => {
    await call(queries, steerIssue, { params, body: { to } });
  };

  return {
    failure,
    isPending,
    pause: () => run(() => steer('paused')),
    goOn: () => run(() => steer('sending')),
    send: () =>
      run(async () => {
        const isMeant = await ask({
          title: `Send “${shorten(issue.subject, subjectMax)}” to ${countOf(subscribers, 'address', 'addresses')}?`,
          text: 'What has left can’t be taken back.',
          confirmLabel: 'Send it',
        });
        if (isMeant) await steer('sending');
      }),
    stop: () =>
      run(async () => {
        const isMeant = await ask({
          title: `Stop “${shorten(issue.subject, subjectMax)}” for good?`,
          text: 'Subscribers who haven’t got it yet won’t get it.',
          confirmLabel: 'Stop it',
        });
        if (isMeant) await steer('stopped');
      }),
    tryOut: () =>
      run(async () => {
        const { body } = await call(queries, tryIssue, { params });
        void showToast({ text: `It is on its way to ${body.to}.` });
      }),
    sendAgain: () =>
      run(async () => {
        const isMeant = await ask({
          title: `Send “${shorten(issue.subject, subjectMax)}” again to ${countOf(issue.unknown, 'address', 'addresses')}?`,
          text: 'The mail server never said whether it took these emails: some readers may get it twice.',
          confirmLabel: 'Send it again',
        });
        if (isMeant) await call(queries, sendIssueAgain, { params });
      }),
    discard: () =>
      run(async () => {
        await call(queries, discardIssue, { params });
        focusHeading();
      }),
  };
}

/** A newsletter: its progress and its actions. */
export function IssueItem({ issue, subscribers, canSend }: IssueItemProps) {
  const { failure, isPending, ...actions } = useIssueActions(issue, subscribers);
  const { id, subject, state, reason, againAt, createdAt, unknown } = issue;
  const isEnded = state === 'done' || state === 'stopped';
  const sending = [
    { label: 'Send to myself', onClick: actions.tryOut, isThere: state === 'draft' },
    { label: 'Send to everybody', onClick: actions.send, isThere: state === 'draft' },
    {
      label: againAt === null ? 'Go on' : 'Try again',
      onClick: actions.goOn,
      isThere: state === 'paused',
    },
    {
      label: 'Send to those not known',
      onClick: actions.sendAgain,
      isThere: isEnded && unknown > 0,
    },
  ].filter(({ isThere }) => isThere);
  const buttons = [
    ...(canSend ? sending : []),
    { label: 'Discard', onClick: actions.discard, isThere: state === 'draft' },
    { label: 'Pause', onClick: actions.pause, isThere: state === 'sending' },
    { label: 'Stop', onClick: actions.stop, isThere: state === 'sending' || state === 'paused' },
  ];
  return (
    <li className="border-b border-rule py-5">
      <h3 className="font-display text-xl font-medium">
        <a
          href={issueLetter.path.replace(':id', id)}
          target="_blank"
          rel="noopener"
          data-item
          dir="auto"
          className="inline-block py-1 wrap-anywhere hover:text-accent"
        >
          {subject}
          <span className="sr-only"> (opens the email in a new tab)</span>
        </a>
      </h3>
      <div role="status">
        <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
          <li>{states[state]}</li>
          {factsOf(issue).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          <li>
            Made <Moment at={createdAt} />
          </li>
        </ul>
      </div>
      {reason !== '' && (
        <p className="mt-2 text-sm font-semibold text-bad wrap-anywhere">{reason}</p>
      )}
      {againAt !== null && (
        <p className="mt-1 text-sm text-soft">
          It goes on by itself: the next try is due <Moment at={againAt} />.
        </p>
      )}
      {!canSend && sending.length > 0 && (
        <p className="mt-2 text-sm text-soft">
          It can be sent once SMTP_URL and MAIL_FROM are set.
        </p>
      )}
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <div className="mt-2 flex flex-wrap gap-x-5">
        {buttons
          .filter(({ isThere }) => isThere)
          .map(({ label, onClick }) => (
            <Button
              key={label}
              look="plain"
              size="small"
              aria-label={`${label}: ${subject}`}
              aria-disabled={isPending}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
      </div>
    </li>
  );
}
