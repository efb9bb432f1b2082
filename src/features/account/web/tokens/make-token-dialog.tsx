import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TokenScope } from '../../../../platform/contract/define-endpoint.ts';
import { call } from '../../../../platform/web/api.ts';
import { SelectField, TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { makeToken, tokenDays, tokenNameSchema } from '../../contract/tokens.ts';
import { ConfirmDialog, type Owner } from '../factors/confirm-dialog.tsx';
import { useNameField } from '../factors/use-name-field.ts';
import { refreshTokens } from './token-queries.ts';

interface MakeTokenDialogProps {
  readonly owner: Owner;
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

const spans: readonly { readonly days: (typeof tokenDays)[number] | null; label: string }[] = [
  ...tokenDays.map((days) => ({ days, label: `In ${days} days` })),
  { days: null, label: 'Never' },
];

/** Asks for the token's name, scope and lifetime, and for the password. */
export function MakeTokenDialog({ owner, onMade, onClose }: MakeTokenDialogProps) {
  const queries = useQueryClient();
  const { name, check, field } = useNameField(tokenNameSchema);
  const [scope, setScope] = useState<TokenScope>('read');
  const [span, setSpan] = useState(1);

  async function make(password: string): Promise<void> {
    const days = spans[span]?.days ?? null;
    const { body } = await call(queries, makeToken, { body: { name, scope, days, password } });
    onMade(body.secret);
    await refreshTokens(queries);
  }

  return (
    <ConfirmDialog
      owner={owner}
      title="Make a token"
      submitLabel="Make"
      pendingLabel="Making..."
      check={check}
      onConfirm={make}
      onClose={onClose}
    >
      <TextField
        {...field}
        hint="What it is for, such as “Backup script”. You see it in your list only."
      />
      <SelectField
        label="Scope"
        value={scope}
        onChange={({ target }) => setScope(target.value === 'write' ? 'write' : 'read')}
      >
        <option value="read">Read: see what you see</option>
        <option value="write">Write: also publish, comment and change your own</option>
      </SelectField>
      <SelectField
        label="Ends"
        value={span}
        onChange={({ target }) => setSpan(Number(target.value))}
      >
        {spans.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
