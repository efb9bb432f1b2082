import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { becomeViewer } from '../../../../identity/web/viewer.ts';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../platform/web/api.ts';
import { useLinkToken } from '../../../../platform/web/link-token.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { RefusedLink } from '../../../../platform/web/ui/forms/refused-link.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { PageHeading } from '../../../../platform/web/ui/headings.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { newPasswordSchema } from '../../contract/account-text.ts';
import { resetPassword } from '../../contract/sessions.ts';
import { NewPasswordField } from '../account-fields.tsx';
import { accountMessageOf } from '../account-messages.ts';
import { quitSession } from '../session.ts';
import { newPasswordLink } from './new-link.ts';

const heading = 'Choose a new password';
const schema = z.object({ newPassword: newPasswordSchema });

/** Sets a new password by the link's token. All sessions end, and the person signs in again. */
export function ResetPasswordForm() {
  const queries = useQueryClient();
  const linkToken = useLinkToken();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const { register, control, handleSubmit, formState } = useForm<z.input<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { newPassword: '' },
  });

  const typed = useWatch({ control, name: 'newPassword' });

  async function reset({ newPassword }: z.output<typeof schema>): Promise<void> {
    setFailure(undefined);
    try {
      await call(queries, resetPassword, { body: { token: linkToken(), newPassword } });
    } catch (error) {
      setFailure(error);
      return;
    }
    becomeViewer(queries, null);
    // The cookie is invalid already; this call removes it from the browser.
    await quitSession(queries).catch(() => {});
    void showToast({ text: 'Your password has been changed.' });
    await navigate(paths.signIn.to(), { replace: true });
  }

  const { isPending, run } = useSingleFlight(handleSubmit(reset));

  const message = failure === undefined ? undefined : accountMessageOf(failure);
  if (newPasswordLink.isFor(failure)) {
    return (
      <>
        <PageHeading>{heading}</PageHeading>
        <RefusedLink reason={message} newLink={newPasswordLink} />
      </>
    );
  }
  return (
    <>
      <PageHeading lead="You will be logged out everywhere, and sign in with the new one.">
        {heading}
      </PageHeading>
      <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
        <ScriptNote todo="choose a new password" />
        {message !== undefined && <ErrorNote>{message}</ErrorNote>}
        <NewPasswordField
          typed={typed}
          error={formState.errors.newPassword?.message}
          {...register('newPassword')}
        />
        <SubmitButton isPending={isPending} pendingLabel="Saving...">
          Save password
        </SubmitButton>
      </form>
    </>
  );
}
