import { ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { Button } from './button.tsx';
import type { ToastAction } from './toasts.tsx';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** Most toasts at a time; the others wait (specification, section 9). */
const toastLimit = 20;

interface Content {
  readonly text: string;
  readonly action: ToastAction | undefined;
}

export function show({ text, action }: Content, tone: 'good' | 'bad', options: ToastOptions): void {
  const id = toast[tone === 'good' ? 'success' : 'error'](
    action ? <ActionContent text={text} action={action} onDone={() => toast.dismiss(id)} /> : text,
    options,
  );
}

interface ActionContentProps {
  readonly text: string;
  readonly action: ToastAction;
  readonly onDone: () => void;
}

function ActionContent({ text, action, onDone }: ActionContentProps) {
  return (
    <div className="flex grow items-center justify-between gap-4">
      {text}
      <Button
        look="plain"
        size="small"
        className="shrink-0 whitespace-nowrap"
        onClick={() => {
          onDone();
          action.onClick();
        }}
      >
        {action.label}
      </Button>
    </div>
  );
}

export function SiteToastContainer() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5_000}
      limit={toastLimit}
      newestOnTop
      icon={false}
      aria-label="Messages"
    />
  );
}
