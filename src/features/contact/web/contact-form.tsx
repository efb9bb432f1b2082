import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyField, emptyFieldOf } from '../../../platform/web/ui/forms/empty-field.tsx';
import { TextAreaField, TextField } from '../../../platform/web/ui/forms/field.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { sendMessage } from '../contract/contact.ts';
import { type ContactMessage, contactMessageSchema } from '../contract/contact-message.ts';

/** The contact form, or a note that it is switched off. */
export function ContactForm() {
  const isOn = useSiteSettings().letters?.contact;
  if (isOn === false) {
    return (
      <p className="border-l-2 border-rule py-1 pl-4 text-soft text-pretty">
        This form is not in use: nothing that is written here would be kept.
      </p>
    );
  }
  return <MessageForm isOn={isOn ?? false} />;
}

/** On a site without an owner the form sends nothing: it thanks the visitor and clears itself. */
function MessageForm({ isOn }: { readonly isOn: boolean }) {
  const { showMessage } = useDialogs();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, reset, formState } = useForm<ContactMessage>({
    resolver: zodResolver(contactMessageSchema),
    defaultValues: { name: '', email: '', message: '' },
  });
  const { errors } = formState;

  const send = async (message: ContactMessage) => {
    if (isOn) {
      setFailure(undefined);
      try {
        await call(queries, sendMessage, {
          body: { ...message, homepage: emptyFieldOf(form.current) },
        });
      } catch (error) {
        setFailure(errorMessageOf(error));
        return;
      }
    }
    reset();
    await showMessage({ title: 'Thank You!', text: 'Your message has been sent successfully.' });
  };
  const { isPending, run } = useSingleFlight(handleSubmit(send));

  return (
    // `method="dialog"` keeps the message out of the address if the form is submitted before the script runs.
    <form ref={form} method="dialog" noValidate onSubmit={run} className="grid gap-6">
      <TextField
        label="Name"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextAreaField
        label="Message"
        rows={6}
        required
        error={errors.message?.message}
        {...register('message')}
      />
      {isOn && <EmptyField />}
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <ScriptNote todo="send a message" />
      <div className="noscript:hidden">
        <Button type="submit" look="primary" aria-disabled={isPending}>
          Send Message
        </Button>
      </div>
    </form>
  );
}
