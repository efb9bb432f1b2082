import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import type { WaitingMail } from '../contract.ts';
import { outboxQuery } from './outbox-query.ts';
import { useOutboxActions } from './use-outbox-actions.ts';

/** Names of the kinds of e-mails. A new kind is one line. */
const kinds: Readonly<Record<string, string>> = {
  'reset-password': 'Forgotten password',
  'verify-email': 'Confirmation of an address',
  'change-email': 'Confirmation of a new address',
  'security-notice': 'Security notice',
  'staff-notice': 'Notice about staff',
  'newsletter-confirmation': 'Confirmation of a subscription',
  'contact-message': 'Message sent on to you',
  comments: 'News of comments',
  notifications: 'Notifications',
};

const states: Readonly<Record<WaitingMail['state'], string>> = {
  waiting: 'Waits',
  sending: 'Being sent',
  failed: 'Not sent',
  unknown: 'Not known whether it arrived',
};

interface MailItemProps {
  readonly mail: WaitingMail;
  readonly canSend: boolean;
  readonly isPending: boolean;
  readonly onTryAgain: () => void;
}

function MailItem({ mail, canSend, isPending, onTryAgain }: MailItemProps) {
  const { kind, to, state, tries, reason, createdAt, againAt } = mail;
  const name = kinds[kind] ?? kind;
  return (
    <li className="border-b border-rule py-5">
      <h3 className="font-semibold wrap-anywhere">
        {name}
        {to !== null && <span className="font-normal"> to {to}</span>}
      </h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-sm text-soft">
        <li>{states[state]}</li>
        <li>{tries === 1 ? 'Tried once' : `Tried ${tries} times`}</li>
        <li>
          Since <Moment at={createdAt} />
        </li>
        {againAt !== null && tries > 0 && (
          <li>
            Next try <Moment at={againAt} />
          </li>
        )}
      </ul>
      {reason !== '' && (
        <p className="mt-2 text-sm font-semibold text-bad wrap-anywhere">{reason}</p>
      )}
      {canSend && state !== 'sending' && (
        <div className="mt-2">
          <Button
            look="plain"
            size="small"
            aria-label={`Try again: ${name}${to === null ? '' : ` to ${to}`}`}
            aria-disabled={isPending}
            onClick={onTryAgain}
          >
            Try again
          </Button>
        </div>
      )}
    </li>
  );
}

/** Queued and failed e-mails, each with the reason. */
export function OutboxList() {
  const { data, isError, refetch } = useQuery(outboxQuery);
  const { isPending, tryAgain } = useOutboxActions();
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The emails could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-24" />;
  const { canSend, waiting, failed, mails } = data;
  return (
    <>
      {!canSend && (
        <p className="mb-6 text-soft">
          This site can’t send email: whoever keeps the machine sets SMTP_URL and MAIL_FROM.
        </p>
      )}
      <p role="status" className="mb-4">
        {waiting.toLocaleString('en-US')} waiting, {failed.toLocaleString('en-US')} not sent.
      </p>
      {mails.length === 0 ? (
        <EmptyState
          drawing="sheet"
          title="Nothing waits"
          text="Every email was taken by the mail server."
        />
      ) : (
        <>
          {canSend && (
            <Button size="small" aria-disabled={isPending} onClick={() => tryAgain(null)}>
              Try all of them again
            </Button>
          )}
          <ul className="mt-6 border-t border-rule">
            {mails.map((mail) => (
              <MailItem
                key={mail.id}
                mail={mail}
                canSend={canSend}
                isPending={isPending}
                onTryAgain={() => tryAgain(mail.id)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
