import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { LoadingIndicator } from '../../../platform/web/ui/waiting.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { resendDelivery, type WebhookDelivery } from '../contract.ts';
import { deliveriesQuery } from './webhook-queries.ts';

const states: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waits',
  sending: 'Being sent',
  sent: 'Arrived',
  failed: 'Given up',
  dropped: 'Nothing left to tell',
};

interface DeliveryItemProps {
  readonly delivery: WebhookDelivery;
  readonly isPending: boolean;
  readonly onResend: () => void;
}

function DeliveryItem({ delivery, isPending, onResend }: DeliveryItemProps) {
  const { id, event, state, tries, status, reply, createdAt, againAt } = delivery;
  return (
    <li className="border-b border-rule py-3">
      <p className="font-medium">{event}</p>
      <ul className="flex flex-wrap gap-x-5 text-sm text-soft">
        <li>{states[state]}</li>
        <li>
          <Moment at={createdAt} />
        </li>
        <li>{tries === 1 ? 'Tried once' : `Tried ${tries} times`}</li>
        {status !== null && <li>Answered {status}</li>}
        {againAt !== null && tries > 0 && (
          <li>
            Next try <Moment at={againAt} />
          </li>
        )}
      </ul>
      {reply !== '' && <p className="mt-1 font-mono text-xs text-faint wrap-anywhere">{reply}</p>}
      {state !== 'sending' && (
        <Button
          look="plain"
          size="small"
          aria-label={`Resend ${event}, ${id.slice(-6)}`}
          aria-disabled={isPending}
          onClick={onResend}
        >
          Resend
        </Button>
      )}
    </li>
  );
}

/** The recent deliveries of a webhook, and their results. */
export function DeliveryLog({ webhookId }: { readonly webhookId: string }) {
  const queries = useQueryClient();
  const query = deliveriesQuery(webhookId);
  const { data, isError, refetch } = useQuery(query);
  const { isPending, run } = useSingleFlight(async (id: string) => {
    try {
      await call(queries, resendDelivery, { params: { id } });
      void showToast({ text: 'It is sent again now.' });
    } catch (error) {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    }
    await queries.invalidateQueries({ queryKey: query.queryKey });
  });
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The log could not be loaded.</ErrorNote>;
  }
  if (!data) return <LoadingIndicator />;
  if (data.length === 0) return <p className="text-soft">Nothing was sent yet.</p>;
  return (
    <>
      <Button size="small" onClick={() => refetch()}>
        Look again
      </Button>
      <ul aria-label="Deliveries" className="mt-3 border-t border-rule">
        {data.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            isPending={isPending}
            onResend={() => void run(delivery.id)}
          />
        ))}
      </ul>
    </>
  );
}
