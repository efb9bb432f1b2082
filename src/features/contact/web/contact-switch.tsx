import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { SwitchField } from '../../../platform/web/ui/forms/switch-field.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { saveContactSettings } from '../contract/manage.ts';
import { contactSettingsKey, contactSettingsQuery } from './message-queries.ts';

const whatItDoes =
  'What is written into the form of the contact page is kept here. Off, the page says that the form is not in use.';
const whereTo =
  'An address that somebody reads. If it is empty, messages are only kept here. A reply to the email goes to the sender of the message.';
const noMail =
  'This site can’t send email yet: messages are kept here. Once SMTP_URL and MAIL_FROM are set, they are sent on as well.';

/** Whether messages are accepted, and where they are forwarded. */
export function ContactSwitch() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(contactSettingsQuery());
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(undefined);
    const isOn = form.get('isOn') !== null;
    const forwardTo = String(form.get('forwardTo') ?? '').trim();
    try {
      await call(queries, saveContactSettings, { body: { isOn, forwardTo } });
      void showToast({ text: isOn ? 'Messages are taken.' : 'Messages are not taken.' });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
    await queries.invalidateQueries({ queryKey: contactSettingsKey });
  });

  if (isError && !data) {
    return <ErrorNote onRetry={() => refetch()}>The settings could not be loaded.</ErrorNote>;
  }
  if (!data) return null;
  return (
    <form
      key={`${data.isOn} ${data.forwardTo}`}
      method="dialog"
      noValidate
      onSubmit={run}
      className="grid max-w-measure gap-6"
    >
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <SwitchField label="Take messages" name="isOn" defaultChecked={data.isOn} hint={whatItDoes} />
      <TextField
        label="Send them on to"
        name="forwardTo"
        type="email"
        autoComplete="email"
        defaultValue={data.forwardTo}
        hint={data.canSend ? whereTo : noMail}
      />
      <div>
        <SubmitButton isPending={isPending} pendingLabel="Saving..." look="outline">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
