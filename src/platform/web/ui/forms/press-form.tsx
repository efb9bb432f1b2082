import { type FormEvent, type ReactNode, useState } from 'react';
import { useSingleFlight } from '../../use-single-flight.ts';
import { ErrorNote } from '../error-note.tsx';
import { ScriptNote } from '../script-note.tsx';
import { SubmitButton } from './submit-button.tsx';

interface PressFormProps {
  /** What the press does, such as `confirm your address`. */
  readonly todo: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Does it, and resolves to the message to show then. An error is shown in the form, which stays. */
  readonly onPress: () => Promise<ReactNode>;
  readonly messageOf: (error: unknown) => string;
  /** What helps, after why it did not work. */
  readonly remedy?: ReactNode;
}

/** Does what a letter's link is for. It waits for a press: programs that read mail open links too. */
export function PressForm(props: PressFormProps) {
  const { todo, submitLabel, pendingLabel, onPress, messageOf, remedy } = props;
  const [outcome, setOutcome] = useState<ReactNode>();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    try {
      setOutcome(await onPress());
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  if (outcome !== undefined) {
    return (
      <p role="status" className="wrap-anywhere">
        {outcome}
      </p>
    );
  }
  return (
    <form method="dialog" onSubmit={run} className="grid gap-6">
      <ScriptNote todo={todo} />
      {failure !== undefined && (
        <ErrorNote>
          {failure} {remedy}
        </ErrorNote>
      )}
      <SubmitButton isPending={isPending} pendingLabel={pendingLabel}>
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
