import type { TextKind } from '../../../blog/held.ts';
import { lazyChunk } from '../../../platform/web/lazy-chunk.ts';
import { useLazyDialog } from '../../../platform/web/ui/use-lazy-dialog.ts';

const loadDialog = lazyChunk(() => import('./report-dialog.tsx'));

interface ReportButtonProps {
  readonly kind: TextKind;
  readonly id: string;
  /** The element that contains the text. */
  readonly describedBy?: string;
}

/** Reports a text to staff. The same for all viewers, so it needs no slot; the dialog is loaded on press. */
export function ReportButton({ kind, id, describedBy }: ReportButtonProps) {
  const { dialog, open, close } = useLazyDialog(loadDialog);
  return (
    <>
      {/* Less prominent than other buttons, since it is rarely used. */}
      <button
        type="button"
        aria-describedby={describedBy}
        className="inline-flex min-h-target cursor-pointer items-center text-sm text-faint underline-offset-[0.3em] hover:text-ink hover:underline noscript:hidden print:hidden"
        onClick={open}
      >
        Report
      </button>
      {dialog && <dialog.ReportDialog kind={kind} id={id} onClose={close} />}
    </>
  );
}
