import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { DialogForm } from '../../../../platform/web/ui/forms/dialog-form.tsx';
import { SelectField } from '../../../../platform/web/ui/forms/field.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { erasePersonData, exportPersonData } from '../../contract/data-requests.ts';
import { accountMessageOf } from '../account-messages.ts';

const words = {
  export: {
    title: 'Download all that is kept?',
    account: 'It is written into the log, and the person is told.',
    address: 'It is written into the log.',
    submit: 'Download',
    pending: 'Collecting...',
  },
  erase: {
    title: 'Delete all that is kept?',
    account:
      'Subscription and messages go for good at once. The account is out of sight at once, and gone for good after 7 days, in which its person can call it back by signing in. It is written into the log, and the person is told.',
    address:
      'It goes for good at once. That it was done is written into the log, not whose it was.',
    submit: 'Delete',
    pending: 'Deleting...',
  },
} as const;

function saveFile(data: unknown): void {
  const blob = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = 'personal-data.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

interface RequestDialogProps {
  readonly kind: 'export' | 'erase';
  readonly email: string;
  readonly hasAccount: boolean;
  readonly hasPassword: boolean;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks the owner's password before a person's data is exported or deleted. */
export function RequestDialog(props: RequestDialogProps) {
  const { kind, email, hasAccount, hasPassword, onDone, onClose } = props;
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [blogs, setBlogs] = useState<'keep' | 'remove'>('keep');
  const [failure, setFailure] = useState<string>();
  const { title, submit, pending, ...about } = words[kind];

  async function run(): Promise<boolean> {
    setFailure(undefined);
    try {
      if (kind === 'export') {
        saveFile((await call(queries, exportPersonData, { body: { email, password } })).body);
      } else {
        await call(queries, erasePersonData, { body: { email, password, blogs } });
        void showToast({ text: 'It was deleted.' });
      }
    } catch (error) {
      setFailure(accountMessageOf(error));
      return false;
    }
    await onDone();
    return true;
  }

  return (
    <DialogForm
      title={title}
      submitLabel={submit}
      pendingLabel={pending}
      look={kind === 'erase' ? 'danger' : 'primary'}
      onSubmit={run}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">
        <span className="font-semibold wrap-anywhere">{email}</span>.{' '}
        {hasAccount ? about.account : about.address}
      </p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      {kind === 'erase' && hasAccount && (
        <SelectField
          label="Their blogs"
          value={blogs}
          onChange={({ target }) => setBlogs(target.value === 'remove' ? 'remove' : 'keep')}
        >
          <option value="keep">Stay, under “Unknown Author”</option>
          <option value="remove">Go too</option>
        </SelectField>
      )}
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
    </DialogForm>
  );
}
