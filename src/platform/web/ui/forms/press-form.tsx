import { type FormEvent, type ReactNode, useState } from 'react';
import { useSingleFlight } from '../../use-single-flight.ts';
import { ErrorNote } from '../error-note.tsx';
import { ScriptNote } from '../script-note.tsx';
import { SubmitButton } from './submit-button.tsx';

interface PressFormProps {
  /** What the button does, such as `confirm your address`. */
  readonly todo: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Performs the action and resolves to the message to show. An error is shown in the form, which stays. */
  readonly onPress: () => Promise<ReactNode>;
  readonly messageOf: (error: unknown) => string;
  /** Shown after an error message, to help with it. */
  readonly remedy?: ReactNode;
}

/** Performs the action of a link in an e-mail. It requires a click, because mail scanners open links too. */
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
