import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextKind } from '../../../blog/held.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { call } from '../../../platform/web/api.ts';
import { DialogForm } from '../../../platform/web/ui/forms/dialog-form.tsx';
import { TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import { tickClass } from '../../../platform/web/ui/forms/tick.ts';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { type ReportReason, readSentence, reportReasons, reportText } from '../contract/reports.ts';
import { reasonLabels } from './reason-labels.ts';

interface ReportDialogProps {
  readonly kind: TextKind;
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks for the reason of a report, and sends it. */
export function ReportDialog({ kind, id, onClose }: ReportDialogProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();

  async function send(): Promise<boolean> {
    const read = readSentence('Your sentence', note);
    setError(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) return false;
    try {
      await call(queries, reportText, { body: { kind, id, reason, note: read } });
    } catch (failure) {
      setError(
        failure instanceof Problem ? failure.message : 'The report could not be sent. Try again.',
      );
      return false;
    }
    void showToast({ text: 'Thank you. Somebody will look at it.' });
    return true;
  }

  return (
    <DialogForm
      title={`Report this ${kind}`}
      submitLabel="Send report"
      pendingLabel="Sending…"
      onSubmit={send}
      onClose={onClose}
    >
      <fieldset className="grid">
        <legend className="mb-1 text-sm font-semibold">What is wrong with it?</legend>
        {reportReasons.map((name) => (
          <label key={name} className="flex min-h-target items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={name}
              checked={reason === name}
              onChange={() => setReason(name)}
              className={`${tickClass} size-5`}
            />
            {reasonLabels[name]}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="In a sentence, if you like"
        error={error}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p className="text-sm text-soft">
        Only those who keep this site in order see that it was you.
      </p>
    </DialogForm>
  );
}
