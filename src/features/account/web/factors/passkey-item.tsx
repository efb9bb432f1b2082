import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../../platform/contract/problems.ts';
import { call } from '../../../../platform/web/api.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { Moment } from '../../../../platform/web/ui/moment.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import {
  type Passkey,
  passkeyNameSchema,
  removePasskey,
  renamePasskey,
} from '../../contract/factors.ts';
import { ConfirmDialog, type Owner } from './confirm-dialog.tsx';
import { refreshFactors } from './factor-queries.ts';
import { useNameField } from './use-name-field.ts';

interface PasskeyItemProps {
  readonly owner: Owner;
  readonly passkey: Passkey;
}

/** Removed already, which is the wanted result of a removal. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && error.code === 'passkey-not-found';
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queries = useQueryClient();
  const { name, check, field } = useNameField(passkeyNameSchema, passkey.name);
  return (
    <ConfirmDialog
      // Renaming needs no password.
      owner={{ email: '', hasPassword: false }}
      title="Rename passkey"
      submitLabel="Save"
      pendingLabel="Saving..."
      check={check}
      onConfirm={async () => {
        await call(queries, renamePasskey, { params: { id: passkey.id }, body: { name } });
        await refreshFactors(queries);
      }}
      onClose={onClose}
    >
      <TextField {...field} />
    </ConfirmDialog>
  );
}

function RemoveDialog({ owner, passkey, onClose }: PasskeyItemProps & { onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      owner={owner}
      title={`Remove “${passkey.name}”?`}
      text="It opens your account no longer. The device that keeps it may still offer it: remove it there too."
      submitLabel="Remove"
      pendingLabel="Removing..."
      look="danger"
      onConfirm={async (password) => {
        try {
          await call(queries, removePasskey, { params: { id: passkey.id }, body: { password } });
        } catch (error) {
          if (!isGone(error)) throw error;
        }
        void showToast({ text: 'Your passkey has been removed.' });
        await refreshFactors(queries);
      }}
      onClose={onClose}
    />
  );
}

/** A passkey in the list, with its actions. */
export function PasskeyItem({ owner, passkey }: PasskeyItemProps) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { name, createdAt, lastUsedAt } = passkey;
  const onClose = () => setOpen(undefined);

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-3">
      <div className="grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-faint">
          Added <Moment at={createdAt} />
          {lastUsedAt !== null && (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2 noscript:hidden">
        <Button size="small" onClick={() => setOpen('rename')}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button size="small" onClick={() => setOpen('remove')}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {open === 'rename' && <RenameDialog passkey={passkey} onClose={onClose} />}
      {open === 'remove' && <RemoveDialog owner={owner} passkey={passkey} onClose={onClose} />}
    </li>
  );
}
