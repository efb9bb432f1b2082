import { useEffect, useId, useRef } from 'react';
import { useSiteName } from '../../../../platform/web/site-settings.ts';
import { Button } from '../../../../platform/web/ui/button.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

const fileName = 'the-content-hub-recovery-codes.txt';

function textOf(codes: readonly string[], siteName: string): string {
  return `Recovery codes of ${siteName}. Each works once.\n\n${codes.join('\n')}\n`;
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void showToast({ text: 'The codes have been copied.' });
  } catch {
    void showToast({ text: 'The codes could not be copied. Please select them.', tone: 'bad' });
  }
}

/** New recovery codes, shown once: the site stores only their hashes. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const text = textOf(codes, useSiteName());

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="dialog"
      // Ignores Escape: the codes can't be shown again.
      onCancel={(event) => event.preventDefault()}
      onClose={onClose}
    >
      <div className="grid gap-5 border-t-2 border-ink p-6 sm:p-8">
        <h2 id={id} className="font-display text-2xl font-medium text-balance">
          Your recovery codes
        </h2>
        <p className="text-soft text-pretty">
          Each lets you in once, after your password, when you have nothing else. Keep them where
          you find them without this device: they are not shown again.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => download(text)}>Download</Button>
          <Button onClick={() => copy(text)}>Copy</Button>
          <Button look="primary" onClick={() => dialog.current?.close()}>
            I have kept them
          </Button>
        </div>
      </div>
    </dialog>
  );
}
