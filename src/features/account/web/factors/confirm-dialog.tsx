import { type ReactNode, useState } from 'react';
import { Problem } from '../../../../platform/contract/problems.ts';
import type { ButtonLook } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { DialogForm } from '../../../../platform/web/ui/forms/dialog-form.tsx';
import { PasswordField } from '../../../../platform/web/ui/forms/password-field.tsx';
import { allFieldsRequired } from '../../contract/account-text.ts';
import { UsernameForManagers } from '../account-fields.tsx';
import { accountMessageOf, fieldMessageOf } from '../account-messages.ts';

/** The account to confirm. */
export interface Owner {
  readonly email: string;
  /** False for a person who has only signed in with Google: a recent sign-in replaces the password. */
  readonly hasPassword: boolean;
}

interface ConfirmDialogProps {
  readonly owner: Owner;
  readonly title: string;
  readonly text?: ReactNode;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly look?: ButtonLook;
  /** Fields before the password. */
  readonly children?: ReactNode;
  /** Whether the fields can be sent; marks those that can't. */
  readonly check?: () => boolean;
  /** Performs the action. An error is shown in the dialog, which stays open. */
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password before an action that an open browser alone must not permit. */
export function ConfirmDialog({
  owner,
  title,
  text,
  submitLabel,
  pendingLabel,
  look,
  children,
  check = () => true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function confirm(): Promise<boolean> {
    const isEmpty = owner.hasPassword && password === '';
    setMissing(isEmpty);
    setFailure(undefined);
    // Called in any case, so that all fields are marked at once.
    if (!check() || isEmpty) return false;
    try {
      await onConfirm(password);
    } catch (error) {
      setFailure(error);
      return false;
    }
    return true;
  }

  const isWrong = failure instanceof Problem && failure.code === 'wrong-password';
  const message = failure === undefined ? undefined : accountMessageOf(failure);
  const refusal = isWrong ? message : undefined;

  return (
    <DialogForm
      title={title}
      submitLabel={submitLabel}
      pendingLabel={pendingLabel}
      look={look}
      onSubmit={confirm}
      onClose={onClose}
    >
      {text !== undefined && <p className="text-soft text-pretty">{text}</p>}
      {message !== undefined && !isWrong && <ErrorNote>{message}</ErrorNote>}
      {children}
      {owner.hasPassword && (
        <>
          <UsernameForManagers email={owner.email} />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            error={isMissing ? fieldMessageOf(allFieldsRequired) : refusal}
          />
        </>
      )}
    </DialogForm>
  );
}
