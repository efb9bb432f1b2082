import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSingleFlight } from '../../use-single-flight.ts';
import { ErrorNote } from '../error-note.tsx';
import { PageHeading } from '../headings.tsx';
import { focusHeading, isFocusLost } from '../navigation-focus.tsx';
import { ScriptNote } from '../script-note.tsx';
import { type NewLink, RefusedLink } from './refused-link.tsx';
import { SubmitButton } from './submit-button.tsx';

/** What replaces the form once its action is done. */
interface Done {
  readonly heading: string;
  readonly text: ReactNode;
}

interface PressFormProps {
  /** The page's heading and what a press does, until it is done. */
  readonly heading: string;
  readonly lead: string;
  /** What the button does, such as `confirm your address`. */
  readonly todo: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** Performs the action. An error is shown in the form, which stays unless a further press would be refused as well. */
  readonly onPress: () => Promise<Done>;
  readonly messageOf: (error: unknown) => string;
  /** Where to get another link; absent if no link is refused. */
  readonly newLink?: NewLink;
  /** Shown below the text once the action is done. */
  readonly wayOn?: ReactNode;
}

/** Performs the action of a link in an e-mail. It requires a click, because mail scanners open links too. */
export function PressForm(props: PressFormProps) {
  const { heading, lead, todo, submitLabel, pendingLabel, onPress, messageOf, newLink } = props;
  const [done, setDone] = useState<Done>();
  const [failure, setFailure] = useState<unknown>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    try {
      setDone(await onPress());
    } catch (error) {
      setFailure(error);
    }
  });

  const message = failure === undefined ? undefined : messageOf(failure);
  const refused = newLink?.isFor(failure) ? newLink : undefined;
  const isOver = done !== undefined || refused !== undefined;

  useEffect(() => {
    // The pressed button was removed.
    if (done && isFocusLost()) focusHeading();
  }, [done]);

  return (
    <>
      <PageHeading lead={isOver ? undefined : lead}>{done?.heading ?? heading}</PageHeading>
      {done !== undefined && (
        <>
          <p role="status" className="wrap-anywhere">
            {done.text}
          </p>
          {props.wayOn}
        </>
      )}
      {refused && <RefusedLink reason={message} newLink={refused} />}
      {!isOver && (
        <form method="dialog" onSubmit={run} className="grid gap-6">
          <ScriptNote todo={todo} />
          {message !== undefined && <ErrorNote>{message}</ErrorNote>}
          <SubmitButton isPending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </SubmitButton>
        </form>
      )}
    </>
  );
}
