import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useReturnPath } from '../../../../identity/web/origin.ts';
import { call } from '../../../../platform/web/api.ts';
import { useSiteName } from '../../../../platform/web/site-settings.ts';
import { useDialogs } from '../../../../platform/web/ui/dialogs.tsx';
import { EmptyField, emptyFieldOf } from '../../../../platform/web/ui/forms/empty-field.tsx';
import { ErrorSummary } from '../../../../platform/web/ui/forms/error-summary.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { allFieldsRequired, signUpSchema } from '../../contract/account-text.ts';
import { signUp } from '../../contract/sessions.ts';
import { EmailField, NameField, NewPasswordField, PhotoField } from '../account-fields.tsx';
import { accountMessageOf } from '../account-messages.ts';
import { beginSession } from '../session.ts';
import { useInvite } from './use-invite.ts';
import { afterSignUpMs, useWelcome } from './use-welcome.ts';

type Typed = z.input<typeof signUpSchema>;
type Accepted = z.output<typeof signUpSchema>;

const title = 'Oops...';

/** Creates an account by e-mail and password, signs in, and returns to the previous page, or home. */
export function SignUpForm() {
  const queries = useQueryClient();
  const { showMessage } = useDialogs();
  const welcome = useWelcome();
  const to = useReturnPath();
  const invite = useInvite();
  const siteName = useSiteName();
  const { register, control, handleSubmit, formState } = useForm<Typed, unknown, Accepted>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { displayName: '', photoURL: '', email: '', password: '' },
    // The error summary takes the focus.
    shouldFocusError: false,
  });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'password' });

  async function join(account: Accepted): Promise<void> {
    try {
      const { body: proof } = await call(queries, signUp, {
        body: { ...account, invite, homepage: emptyFieldOf(form.current) },
      });
      const person = await beginSession(queries, proof);
      const text = `Welcome to ${siteName}, ${person.displayName}!`;
      await welcome({ text, to, afterMs: afterSignUpMs });
    } catch (error) {
      void showMessage({ title, text: accountMessageOf(error), tone: 'problem' });
    }
  }

  const [refusal, setRefusal] = useState<object>();

  async function submit(event: FormEvent): Promise<void> {
    let wrong: FieldErrors<Typed> | undefined;
    await handleSubmit(join, (found) => {
      wrong = found;
    })(event);
    // The fields show their errors already.
    if (!wrong) return;
    const refused = { wrong };
    const isIncomplete = Object.values(wrong).some(({ message }) => message === allFieldsRequired);
    if (!isIncomplete) return setRefusal(refused);
    const dialog = showMessage({ title, text: allFieldsRequired, tone: 'problem' });
    void dialog.then(() => setRefusal(refused));
  }

  const form = useRef<HTMLFormElement>(null);
  const { isPending, run } = useSingleFlight(submit);

  return (
    // `method="dialog"` keeps the password out of the address if the form is submitted before the script runs.
    <form ref={form} method="dialog" noValidate onSubmit={run} className="grid gap-6">
      <ScriptNote todo="sign up" />
      <ErrorSummary refusal={refusal} />
      <EmptyField />
      <NameField error={errors.displayName?.message} {...register('displayName')} />
      <PhotoField error={errors.photoURL?.message} {...register('photoURL')} />
      <EmailField error={errors.email?.message} {...register('email')} />
      <NewPasswordField
        label="Password"
        typed={typed}
        error={errors.password?.message}
        {...register('password')}
      />
      <SubmitButton isPending={isPending} pendingLabel="Signing up...">
        Sign Up
      </SubmitButton>
    </form>
  );
}
