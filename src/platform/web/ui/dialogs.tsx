import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';

type Tone = 'calm' | 'good' | 'problem';

interface Message {
  readonly title: string;
  readonly text: string;
  /** `good` for success, `problem` for failure. */
  readonly tone?: Tone;
  /** Label of the close button; 'OK' by default. */
  readonly closeLabel?: string;
}

interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
}

interface Offer extends Message {
  /** Label of the offered action. */
  readonly offerLabel: string;
}

interface Dialogs {
  /** Shows a message. Resolves when it is closed. */
  readonly showMessage: (message: Message) => Promise<void>;
  /** Shows a message with an action. Resolves to true only if the action is chosen. */
  readonly offer: (message: Offer) => Promise<boolean>;
  /** Asks for confirmation. Resolves to true only if confirmed. */
  readonly ask: (question: Question) => Promise<boolean>;
}

interface OpenDialog extends Message {
  readonly number: number;
  readonly confirmLabel?: string;
  readonly offerLabel?: string;
  readonly settle: (isConfirmed: boolean) => void;
}

const DialogsContext = createContext<Dialogs | undefined>(undefined);

/** The dialogs of the enclosing layout; they are shown one at a time. */
export function useDialogs(): Dialogs {
  const dialogs = use(DialogsContext);
  if (!dialogs) throw new Error('useDialogs needs a DialogsProvider above it.');
  return dialogs;
}

const edges: Readonly<Record<Tone, string>> = {
  calm: 'border-ink',
  good: 'border-good',
  problem: 'border-bad',
};

/** Distinguish success and failure by shape, because not everyone can tell the two colours apart. */
const signs: Readonly<Record<Tone, string>> = { calm: '', good: '✓', problem: '!' };

/** The browser's modal dialog: it traps the focus, makes the page inert, closes on Esc and restores the focus. */
function DialogBox(shown: OpenDialog) {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  const { title, text, tone = 'calm', closeLabel, confirmLabel, offerLabel, settle } = shown;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const close = (answer: 'confirmed' | '') => dialog.current?.close(answer);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="dialog"
      onClose={(event) => settle(event.currentTarget.returnValue === 'confirmed')}
    >
      <div className={`border-t-2 p-6 sm:p-8 ${edges[tone]}`}>
        <div className="flex items-center gap-3">
          {signs[tone] && (
            <span
              aria-hidden="true"
              className={`grid size-8 shrink-0 place-items-center rounded-full border-2 font-semibold ${edges[tone]}`}
            >
              {signs[tone]}
            </span>
          )}
          <h2 id={`${id}-title`} className="font-display text-2xl font-medium text-balance">
            {title}
          </h2>
        </div>
        <p id={`${id}-text`} className="mt-2 text-soft text-pretty">
          {text}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {confirmLabel !== undefined && (
            <Button look="primary" onClick={() => close('confirmed')}>
              {confirmLabel}
            </Button>
          )}
          <Button
            look={confirmLabel === undefined ? 'primary' : 'outline'}
            onClick={() => close('')}
          >
            {closeLabel ?? 'OK'}
          </Button>
          {offerLabel !== undefined && (
            <Button onClick={() => close('confirmed')}>{offerLabel}</Button>
          )}
        </div>
      </div>
    </dialog>
  );
}

export function DialogsProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly OpenDialog[]>([]);
  const lastNumber = useRef(0);

  const open = (message: Omit<OpenDialog, 'number' | 'settle'>) =>
    new Promise<boolean>((resolve) => {
      lastNumber.current += 1;
      const number = lastNumber.current;
      const settle = (isConfirmed: boolean) => {
        setQueue((dialogs) => dialogs.filter((dialog) => dialog.number !== number));
        resolve(isConfirmed);
      };
      setQueue((dialogs) => [...dialogs, { ...message, number, settle }]);
    });

  const dialogs: Dialogs = {
    showMessage: async (message) => {
      await open(message);
    },
    offer: open,
    ask: ({ cancelLabel = 'Cancel', ...question }) =>
      open({ ...question, closeLabel: cancelLabel }),
  };
  const [shown] = queue;

  return (
    <DialogsContext value={dialogs}>
      {children}
      {shown && <DialogBox key={shown.number} {...shown} />}
    </DialogsContext>
  );
}
