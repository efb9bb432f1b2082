import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../platform/web/ui/button.tsx';
import { useDialogs } from '../../platform/web/ui/dialogs.tsx';
import { TextAreaField, TextField } from '../../platform/web/ui/field.tsx';
import { ScriptNote } from '../../platform/web/ui/script-note.tsx';
import { type ContactMessage, contactMessageSchema } from './contact-message.ts';

/** The contact form. It sends nothing: it thanks, and clears itself. */
export function ContactForm() {
  const { tell } = useDialogs();
  const { register, handleSubmit, reset, formState } = useForm<ContactMessage>({
    resolver: zodResolver(contactMessageSchema),
    defaultValues: { name: '', email: '', message: '' },
  });
  const { errors } = formState;

  const thank = async () => {
    reset();
    await tell({ title: 'Thank You!', text: 'Your message has been sent successfully.' });
  };

  return (
    // A dialog's method keeps the message out of the address while there is no script yet.
    <form method="dialog" noValidate onSubmit={handleSubmit(thank)} className="grid gap-6">
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
      <ScriptNote todo="send a message" />
      <div className="noscript:hidden">
        <Button type="submit" look="primary">
          Send Message
        </Button>
      </div>
    </form>
  );
}
