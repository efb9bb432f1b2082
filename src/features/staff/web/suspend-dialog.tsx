import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readText } from '../../../platform/text/read-text.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SelectField, TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
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

/** Code points; the server holds to it. */
const reasonMax = 300;

interface SuspendDialogProps {
  readonly name: string;
  /** Does it. What it throws is told in the dialog, which stays. */
  readonly onSuspend: (suspension: SuspensionGiven) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for how long somebody is to stay out, and why. */
export function SuspendDialog({ name, onSuspend, onClose }: SuspendDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [days, setDays] = useState('7');
  const [reason, setReason] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => dialog.current?.showModal(), []);

  const { isPending, run } = useSingleFlight(async () => {
    const read = readText({ name: 'A reason', max: reasonMax }, reason);
    setFailure(undefined);
    setComplaint(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) return;
    const count = Number(days);
    const until = count === 0 ? null : new Date(Date.now() + count * dayMs).toISOString();
    try {
      await onSuspend({ until, reason: read });
    } catch (error) {
      setFailure(staffMessageOf(error));
      return;
    }
    dialog.current?.close();
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run();
  }

  return (
    <dialog ref={dialog} aria-labelledby={id} className="dialog" onClose={onClose}>
      <form
        method="dialog"
        noValidate
        onSubmit={onSubmit}
        className="grid gap-5 border-t-2 border-accent p-6 sm:p-8"
      >
        <h2 id={id} className="font-display text-2xl font-medium wrap-anywhere">
          Suspend {name}?
        </h2>
        <p className="text-soft text-pretty">
          They are logged out everywhere at once. Whoever tries to sign in is told until when, and
          the reason.
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
          hint="They read it, and so does everybody who reads the log."
          error={complaint}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton look="danger" isPending={isPending} pendingLabel="Suspending...">
            Suspend
          </SubmitButton>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>
  );
}
