import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type TextEvent, textEvents } from '../../../blog/events.ts';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { SwitchField } from '../../../platform/web/ui/forms/switch-field.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { addWebhook, webhookSchema } from '../contract.ts';
import { eventLabels } from './event-labels.ts';
import { webhooksQuery } from './webhook-queries.ts';

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    void showToast({ text: 'The secret has been copied.' });
  } catch {
    void showToast({ text: 'The secret could not be copied. Please select it.', tone: 'bad' });
  }
}

/** The secret of a new webhook, shown once. */
function NewSecret({ secret }: { readonly secret: string }) {
  return (
    <div role="status" className="grid gap-2 border-l-2 border-good pl-4">
      <p>
        The webhook is added. Its deliveries are signed with this secret: give it to the receiver
        now, it isn’t shown again.
      </p>
      <p data-secret className="font-mono text-sm wrap-anywhere select-all">
        {secret}
      </p>
      <div>
        <Button size="small" onClick={() => copy(secret)}>
          Copy
        </Button>
      </div>
    </div>
  );
}

/** Adds a webhook: its URL and its events. */
export function WebhookForm() {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly TextEvent[]>(['blog.published']);
  const [errors, setErrors] = useState<{ url?: string; events?: string }>({});
  const [failure, setFailure] = useState<string>();
  const [secret, setSecret] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    setFailure(undefined);
    const read = webhookSchema.safeParse({ url, events });
    const issues = read.error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path: [name], message }) => [name, message])));
    if (!read.success) return;
    try {
      setSecret((await call(queries, addWebhook, { body: read.data })).body.secret);
      setUrl('');
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  function toggle(event: TextEvent, isChosen: boolean): void {
    setEvents(textEvents.filter((one) => (one === event ? isChosen : events.includes(one))));
  }

  return (
    <>
      <form
        method="dialog"
        noValidate
        aria-label="New webhook"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run();
        }}
        className="grid gap-4 noscript:hidden"
      >
        <TextField
          label="Address"
          type="url"
          placeholder="https://"
          autoComplete="off"
          value={url}
          error={errors.url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-semibold">What is sent</legend>
          {textEvents.map((event) => (
            <SwitchField
              key={event}
              label={eventLabels[event]}
              checked={events.includes(event)}
              onChange={({ target }) => toggle(event, target.checked)}
            />
          ))}
          {errors.events && (
            <p role="alert" className="text-sm text-bad">
              {errors.events}
            </p>
          )}
        </fieldset>
        {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
        <div>
          <SubmitButton look="outline" isPending={isPending} pendingLabel="Adding...">
            Add webhook
          </SubmitButton>
        </div>
      </form>
      {secret !== undefined && <NewSecret secret={secret} />}
    </>
  );
}
