import { useState } from 'react';
import { readText } from '../../../platform/text/read-text.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { DialogForm } from '../../../platform/web/ui/forms/dialog-form.tsx';
import { SelectField, TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import { staffMessageOf } from './staff-messages.ts';
import type { SuspensionGiven } from './use-person-changes.ts';

const dayMs = 24 * 60 * 60_000;

const spans = [
  { label: 'A day', days: 1 },
  { label: 'A week', days: 7 },
  { label: 'Thirty days', days: 30 },
  { label: 'A year', days: 365 },
  { label: 'For good', days: 0 },
] as const;

/** Code points; the server enforces the same limit. */
const reasonMax = 300;

interface SuspendDialogProps {
  readonly name: string;
  /** Suspends the person. An error is shown in the dialog, which stays open. */
  readonly onSuspend: (suspension: SuspensionGiven) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the duration and the reason of a suspension. */
export function SuspendDialog({ name, onSuspend, onClose }: SuspendDialogProps) {
  const [days, setDays] = useState('7');
  const [reason, setReason] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function suspend(): Promise<boolean> {
    const read = readText({ name: 'A reason', max: reasonMax }, reason);
    setFailure(undefined);
    setComplaint(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) return false;
    const count = Number(days);
    const until = count === 0 ? null : new Date(Date.now() + count * dayMs).toISOString();
    try {
      await onSuspend({ until, reason: read });
    } catch (error) {
      setFailure(staffMessageOf(error));
      return false;
    }
    return true;
  }

  return (
    <DialogForm
      title={`Suspend ${name}?`}
      submitLabel="Suspend"
      pendingLabel="Suspending..."
      look="danger"
      onSubmit={suspend}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">
        They are logged out everywhere at once. At their next sign-in they see until when, and the
        reason.
      </p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <SelectField
        label="For how long"
        value={days}
        onChange={({ target }) => setDays(target.value)}
      >
        {spans.map((span) => (
          <option key={span.days} value={span.days}>
            {span.label}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Reason"
        rows={3}
        required
        hint="They read it. The log keeps it for good, without their name: name nobody else."
        error={complaint}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </DialogForm>
  );
}
