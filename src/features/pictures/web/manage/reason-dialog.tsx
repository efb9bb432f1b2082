import { useState } from 'react';
import { readText } from '../../../../platform/text/read-text.ts';
import { Refused } from '../../../../platform/text/read-value.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { DialogForm } from '../../../../platform/web/ui/forms/dialog-form.tsx';
import { TextAreaField } from '../../../../platform/web/ui/forms/field.tsx';
import { actReason } from '../../contract/manage.ts';

export interface Act {
  readonly title: string;
  /** Describes the effect. */
  readonly text: string;
  readonly label: string;
  readonly work: (reason: string) => Promise<void>;
}

/** Asks for a reason before a takedown or a clearing. */
export function ReasonDialog({
  act,
  onClose,
}: {
  readonly act: Act;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function submit(): Promise<boolean> {
    const read = readText(actReason, reason);
    setFailure(undefined);
    setComplaint(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) return false;
    try {
      await act.work(read);
    } catch (error) {
      setFailure(errorMessageOf(error));
      return false;
    }
    return true;
  }

  return (
    <DialogForm
      title={act.title}
      submitLabel={act.label}
      pendingLabel="Working..."
      look="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">{act.text}</p>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <TextAreaField
        label="Reason"
        rows={3}
        required
        hint="Everybody who reads the log reads it."
        error={complaint}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </DialogForm>
  );
}
