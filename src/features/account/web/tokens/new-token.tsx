import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';

interface NewTokenProps {
  readonly secret: string;
  readonly onClose: () => void;
}

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    void showToast({ text: 'The token has been copied.' });
  } catch {
    void showToast({ text: 'The token could not be copied. Please select it.', tone: 'bad' });
  }
}

/** A new token, shown once: the site stores only its hash. */
export function NewToken({ secret, onClose }: NewTokenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="dialog"
      // Ignores Escape: the token can't be shown again.
      onCancel={(event) => event.preventDefault()}
      onClose={onClose}
    >
      <div className="grid gap-5 border-t-2 border-ink p-6 sm:p-8">
        <h2 id={id} className="font-display text-2xl font-medium text-balance">
          Your new token
        </h2>
        <p className="text-soft text-pretty">
          Whoever has it can do in your name what its scope allows. Keep it where you keep
          passwords: it is not shown again.
        </p>
        <code data-token className="select-all bg-sunk p-3 text-sm wrap-anywhere">
          {secret}
        </code>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => copy(secret)}>Copy</Button>
          <Button look="primary" onClick={() => dialog.current?.close()}>
            I have kept it
          </Button>
        </div>
      </div>
    </dialog>
  );
}
