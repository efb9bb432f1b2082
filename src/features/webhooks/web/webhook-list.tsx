import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { ListSkeleton } from '../../../platform/web/ui/lists/list-skeleton.tsx';
import { Moment } from '../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { changeWebhook, deleteWebhook, testWebhook, type Webhook } from '../contract.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { eventLabels } from './event-labels.ts';
import { deliveriesQuery, webhooksQuery } from './webhook-queries.ts';

const states: Readonly<Record<Webhook['state'], string>> = {
  on: 'On',
  off: 'Off',
  paused: 'Paused, since nothing arrived for three days. Switch it on when the receiver works.',
};

function WebhookItem({ webhook }: { readonly webhook: Webhook }) {
  const queries = useQueryClient();
  const { ask } = useDialogs();
  const [isLogOpen, setIsLogOpen] = useState(false);
  const { id, url, events, state, failingSince } = webhook;
  const params = { id };

  const { isPending, run } = useSingleFlight(async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      void showToast({ text: errorMessageOf(error), tone: 'bad' });
    });
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  });
  const isOn = state === 'on';

  async function remove(): Promise<void> {
    const isMeant = await ask({
      title: 'Delete this webhook?',
      text: `Nothing is sent to ${url} any more. Its log goes, too.`,
      confirmLabel: 'Delete',
    });
    if (isMeant) await call(queries, deleteWebhook, { params });
  }

  async function test(): Promise<void> {
    await call(queries, testWebhook, { params });
    await queries.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
    setIsLogOpen(true);
    void showToast({ text: 'A “ping” is on its way.' });
  }

  const toggle = () => call(queries, changeWebhook, { params, body: { url, events, isOn: !isOn } });
  const acts = [
    { label: 'Send a test', work: test },
    { label: isOn ? 'Switch off' : 'Switch on', work: toggle },
    { label: 'Delete', work: remove },
  ];

  return (
    <li className="border-b border-rule py-5">
      <h3 className="font-semibold wrap-anywhere">{url}</h3>
      <p className="text-sm text-soft">{states[state]}</p>
      <p className="text-sm text-faint">{events.map((event) => eventLabels[event]).join(', ')}</p>
      {failingSince !== null && (
        <p className="text-sm font-semibold text-bad">
          Nothing arrives since <Moment at={failingSince} />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 noscript:hidden">
        {acts.map(({ label, work }) => (
          <Button
            key={label}
            size="small"
            aria-label={`${label}: ${url}`}
            aria-disabled={isPending}
            onClick={() => void run(work)}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          aria-expanded={isLogOpen}
          aria-label={`Log: ${url}`}
          onClick={() => setIsLogOpen(!isLogOpen)}
        >
          Log
        </Button>
      </div>
      {isLogOpen && (
        <div className="mt-4">
          <DeliveryLog webhookId={id} />
        </div>
      )}
    </li>
  );
}

/** The webhooks, with their state and their deliveries. */
export function WebhookList() {
  const { data, isError, refetch } = useQuery(webhooksQuery);
  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The webhooks could not be loaded.</ErrorNote>;
  }
  if (!data) return <ListSkeleton item="h-28" />;
  const { heldSince, webhooks } = data;
  return (
    <>
      {heldSince !== null && (
        <p role="status" className="mb-6 border-l-2 border-bad pl-4">
          This site was restored from a backup, and sends nothing until an owner lets emails go to
          readers again (Email).
        </p>
      )}
      {webhooks.length === 0 ? (
        <EmptyState
          drawing="signpost"
          title="No webhooks"
          text="Nothing is told to other programs."
        />
      ) : (
        <ul aria-label="Webhooks" className="border-t border-rule">
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </>
  );
}
