import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api.ts';
import { useSiteSettings } from '../../../../platform/web/site-settings.ts';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { addPasskey, beginPasskey, passkeyNameSchema } from '../../contract/factors.ts';
import { ConfirmDialog, type Owner } from './confirm-dialog.tsx';
import { refreshFactors } from './factor-queries.ts';
import { makePasskey } from './passkey-ceremony.ts';
import { useNameField } from './use-name-field.ts';

interface AddPasskeyDialogProps {
  readonly owner: Owner;
  readonly isFirst: boolean;
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** The consequences of a first factor, shown before it is added. */
export const firstFactorWarning =
  'From then on your password alone no longer opens your account. You get ten recovery codes for the day on which you have nothing else.';

/** Asks for a name and the password, then the browser for a passkey. */
export function AddPasskeyDialog({
  owner,
  isFirst,
  onRecoveryCodes,
  onClose,
}: AddPasskeyDialogProps) {
  const queries = useQueryClient();
  const { siteUrl } = useSiteSettings();
  const { name, check, field } = useNameField(passkeyNameSchema);

  async function add(password: string): Promise<void> {
    const { body: options } = await call(queries, beginPasskey, { body: { password } });
    const credential = await makePasskey(options, siteUrl);
    const { body } = await call(queries, addPasskey, { body: { name, credential } });
    void showToast({ text: 'Your passkey has been added.' });
    await refreshFactors(queries);
    onRecoveryCodes(body.recoveryCodes);
  }

  return (
    <ConfirmDialog
      owner={owner}
      title="Add a passkey"
      {...(isFirst && { text: firstFactorWarning })}
      submitLabel="Add"
      pendingLabel="Waiting for your passkey..."
      check={check}
      onConfirm={add}
      onClose={onClose}
    >
      <TextField
        {...field}
        hint="Where it is kept, such as “Phone”. You see it in your list only."
      />
    </ConfirmDialog>
  );
}
