import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { SwitchField } from '../../../../platform/web/ui/forms/switch-field.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { type NewsletterOverview, saveNewsletter } from '../../contract/manage.ts';
import { newsletterKey } from './newsletter-queries.ts';

const whatItDoes =
  'The box beside the pages collects addresses, each confirmed by email. Off, it says that there is no newsletter.';
const whenItIs = 'At eight in the morning (UTC); a week without a blog has none.';
const noMail =
  'This site can’t send email yet: who asks is kept, and gets the email that confirms it once SMTP_URL and MAIL_FROM are set, within 28 days.';

/** Switches for the newsletter and its weekly digest. */
export function NewsletterSwitch({ overview }: { readonly overview: NewsletterOverview }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { isOn, canSend, digestAt } = overview;

  const { isPending, run } = useSingleFlight(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(undefined);
    const body = { isOn: form.get('isOn') !== null, hasDigest: form.get('hasDigest') !== null };
    try {
      await call(queries, saveNewsletter, { body });
      void showToast({ text: body.isOn ? 'The newsletter is on.' : 'The newsletter is off.' });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
    await queries.invalidateQueries({ queryKey: newsletterKey });
  });

  return (
    <form
      key={`${isOn} ${digestAt}`}
      method="dialog"
      onSubmit={run}
      className="grid max-w-measure gap-6"
    >
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <SwitchField
        label="Offer a newsletter"
        name="isOn"
        defaultChecked={isOn}
        hint={canSend ? whatItDoes : noMail}
      />
      <SwitchField
        label="Send the blogs of the week every Monday"
        name="hasDigest"
        defaultChecked={digestAt !== null}
        disabled={!canSend}
        hint={
          digestAt === null ? (
            canSend ? (
              whenItIs
            ) : (
              'As soon as this site can send email.'
            )
          ) : (
            <>
              The next one goes out <Moment at={digestAt} />, if there is a blog in it.
            </>
          )
        }
      />
      <div>
        <SubmitButton isPending={isPending} pendingLabel="Saving..." look="outline">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
