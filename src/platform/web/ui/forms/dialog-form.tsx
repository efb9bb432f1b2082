import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useSingleFlight } from '../../use-single-flight.ts';
import { Button, type ButtonLook } from '../button.tsx';
import { SubmitButton } from './submit-button.tsx';

interface DialogFormProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly look?: ButtonLook;
  /** Resolves to true on success; otherwise the dialog stays open and shows the error. */
  readonly onSubmit: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a modal dialog, open from the start; its events don't reach a form that it was opened from. */
export function DialogForm(props: DialogFormProps) {
  const { title, submitLabel, pendingLabel, look = 'primary', onSubmit, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const { isPending, run } = useSingleFlight(async () => {
    if (await onSubmit()) dialog.current?.close();
    else dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });

  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="dialog"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void run();
        }}
        className="grid gap-5 border-t-2 border-ink p-6 sm:p-8"
      >
        <h2 id={id} className="font-display text-2xl font-medium text-balance wrap-anywhere">
          {title}
        </h2>
        {children}
        <div className="flex flex-wrap gap-3">
          <SubmitButton look={look} isPending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </SubmitButton>
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
