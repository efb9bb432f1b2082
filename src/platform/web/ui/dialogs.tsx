import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';

type Tone = 'calm' | 'good' | 'problem';

interface Message {
  readonly title: string;
  readonly text: string;
  /** `good` for what went well, `problem` for what went wrong. */
  readonly tone?: Tone;
  /** Label of the button that closes; 'OK' by default. */
  readonly closeLabel?: string;
}

interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
}

interface Offer extends Message {
  /** What can be done about it. */
  readonly offerLabel: string;
}

interface Dialogs {
  /** Says something that wants to be seen. Resolves when it is closed. */
  readonly tell: (message: Message) => Promise<void>;
  /** Says something, and offers to do something about it. Resolves to true only when that is taken. */
  readonly offer: (message: Offer) => Promise<boolean>;
  /** Asks before something is done. Resolves to true only when it is confirmed. */
  readonly ask: (question: Question) => Promise<boolean>;
}

interface OpenDialog extends Message {
  readonly number: number;
  readonly confirmLabel?: string;
  readonly offerLabel?: string;
  readonly settle: (isConfirmed: boolean) => void;
}

const DialogsContext = createContext<Dialogs | undefined>(undefined);

/** The dialogs of the layout around; one is shown after the other. */
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

/** Tell good from bad by their form as well: the two colours alone don't for everybody. */
const signs: Readonly<Record<Tone, string>> = { calm: '', good: '✓', problem: '!' };

/** The browser's own modal dialog: it keeps the focus, makes the page inert, closes on Esc and gives the focus back. */
function DialogBox(shown: OpenDialog) {
  // Every page carries it, and few show it: what the compiler would add weighs more than it saves.
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
    tell: async (message) => {
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
