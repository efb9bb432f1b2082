import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { TextKind } from '../../../blog/held.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { call } from '../../../platform/web/api.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { type ReportReason, readSentence, reportReasons, reportText } from '../contract.ts';
import { reasonLabels } from './reason-labels.ts';

interface ReportDialogProps {
  readonly kind: TextKind;
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks why somebody reports a text, and sends it. */
export function ReportDialog({ kind, id, onClose }: ReportDialogProps) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const { isPending, run } = useSingleFlight(async () => {
    const read = readSentence('Your sentence', note);
    setError(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) return;
    try {
      await call(queries, reportText, { body: { kind, id, reason, note: read } });
    } catch (failure) {
      setError(
        failure instanceof Problem ? failure.message : 'The report could not be sent. Try again.',
      );
      return;
    }
    dialog.current?.close();
    void showToast({ text: 'Thank you. Somebody will look at it.' });
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run();
  }

  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="dialog" onClose={onClose}>
      <form
        method="dialog"
        noValidate
        onSubmit={onSubmit}
        className="grid gap-5 border-t-2 border-accent p-6 sm:p-8"
      >
        <h2 id={titleId} className="font-display text-2xl font-medium">
          Report this {kind}
        </h2>
        <fieldset className="grid">
          <legend className="mb-1 text-sm font-semibold">What is wrong with it?</legend>
          {reportReasons.map((name) => (
            <label key={name} className="flex min-h-9 items-center gap-3">
              <input
                type="radio"
                name="reason"
                value={name}
                checked={reason === name}
                onChange={() => setReason(name)}
                className="size-4 accent-accent"
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
        <div className="flex flex-wrap gap-3">
          <SubmitButton isPending={isPending} pendingLabel="Sending…">
            Send report
          </SubmitButton>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}
