import type { TextKind } from '../../../blog/held.ts';
import { latePart } from '../../../platform/web/late-part.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useLateDialog } from '../../../platform/web/ui/use-late-dialog.ts';

const loadDialog = latePart(() => import('./report-dialog.tsx'));

interface ReportButtonProps {
  readonly kind: TextKind;
  readonly id: string;
  /** The element that the button is about. */
  readonly describedBy?: string;
}

/** Tells staff of a text. It is the same for everybody; what asks why is loaded when it is pressed. */
export function ReportButton({ kind, id, describedBy }: ReportButtonProps) {
  const { dialog, open, close } = useLateDialog(loadDialog);
  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-describedby={describedBy}
        className="text-faint noscript:hidden print:hidden"
        onClick={open}
      >
        Report
      </Button>
      {dialog && <dialog.ReportDialog kind={kind} id={id} onClose={close} />}
    </>
  );
}
