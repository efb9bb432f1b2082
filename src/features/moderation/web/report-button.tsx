import { useState } from 'react';
import type { TextKind } from '../../../blog/held.ts';
import { Problem } from '../../../platform/contract/problems.ts';
import { latePart } from '../../../platform/web/late-part.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';

type DialogPart = typeof import('./report-dialog.tsx');

const loadDialog = latePart(() => import('./report-dialog.tsx'));

interface ReportButtonProps {
  readonly kind: TextKind;
  readonly id: string;
  /** The element that the button is about. */
  readonly describedBy?: string;
}

/** Tells staff of a text. It is the same for everybody; what asks why is loaded when it is pressed. */
export function ReportButton({ kind, id, describedBy }: ReportButtonProps) {
  const [dialog, setDialog] = useState<DialogPart>();

  async function open(): Promise<void> {
    try {
      setDialog(await loadDialog());
    } catch (error) {
      const text = error instanceof Problem ? error.message : 'This could not be loaded.';
      void showToast({ text, tone: 'bad' });
    }
  }

  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-describedby={describedBy}
        className="text-faint noscript:hidden print:hidden"
        onClick={() => void open()}
      >
        Report
      </Button>
      {dialog && <dialog.ReportDialog kind={kind} id={id} onClose={() => setDialog(undefined)} />}
    </>
  );
}
