import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Problem } from '../../../platform/contract/problems.ts';
import { lengthOf } from '../../../platform/text/read-text.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { EmptyField, emptyFieldOf } from '../../../platform/web/ui/forms/empty-field.tsx';
import { TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { type Comment, commentMax, readComment } from '../contract.ts';
import type { UnsentComment } from './comment-changes.ts';

interface CommentFormProps {
  /** The form's element id, which an address may name. */
  readonly id: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Rejects with the server's problem. */
  readonly send: (comment: UnsentComment) => Promise<Pick<Comment, 'held'>>;
  /** Toast texts: after success, unless the comment is held, and after failure. */
  readonly says: { readonly done: string; readonly failed: string };
  /** Called when the member begins to write. */
  readonly onWriting?: () => void;
  /** Undefined for a form that can't be closed. Also called after sending. */
  readonly onClose?: () => void;
}

/** Created once: creating a number format takes as long as all other elements of the form. */
const numbers = new Intl.NumberFormat('en-US');

function charactersLeft(text: string): string {
  const left = commentMax - lengthOf(text);
  const count = numbers.format(Math.abs(left));
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return `${count} ${characters} ${left < 0 ? 'too many' : 'left'}`;
}

/** The server's reason, if it helps. An expired session redirects to Sign In anyway. */
function reasonOf(error: unknown): string | undefined {
  const isExplained = error instanceof Problem && error.status !== 401 && error.code !== 'internal';
  return isExplained ? error.message : undefined;
}

/** The form's id in the address to which a sign-in returns. */
export const newCommentId = 'your-comment';

/** The form for a comment, a reply or an edit. The text is cleared only when the server has stored it. */
export function CommentForm(props: CommentFormProps) {
  const { id, label, submitLabel, text, onText, send, says, onWriting, onClose } = props;
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpened = onClose !== undefined;

  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== `#${id}` && !isOpened) return;
    form.current?.scrollIntoView({ block: isOpened ? 'nearest' : 'center' });
    field.current?.focus({ preventScroll: true });
  }, [hash, id, isOpened]);

  const { isPending, run } = useSingleFlight(async () => {
    const read = readComment(text);
    setError(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) {
      field.current?.focus();
      return;
    }
    try {
      const { held } = await send({ text: read, homepage: emptyFieldOf(form.current) });
      onText('');
      onClose?.();
      void showToast({ text: held ? 'Your comment waits for approval.' : says.done });
    } catch (failure) {
      setError(reasonOf(failure));
      void showToast({ text: says.failed, tone: 'bad' });
      field.current?.focus();
    }
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    if (event.key === 'Escape') onClose?.();
  }

  return (
    <form
      ref={form}
      id={id}
      tabIndex={-1}
      method="dialog"
      noValidate
      className="grid gap-4 outline-none"
      onSubmit={onSubmit}
    >
      <TextAreaField
        ref={field}
        id={`${id}-text`}
        label={label}
        hint={charactersLeft(text)}
        error={error}
        name="comment"
        rows={4}
        required
        value={text}
        readOnly={isPending}
        onFocus={onWriting}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <EmptyField />
      <ScriptNote todo="comment" />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton isPending={isPending} pendingLabel="Saving...">
          {submitLabel}
        </SubmitButton>
        {onClose && (
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
        )}
        <p className="text-sm text-faint">
          You can write **bold**, *italic* and `code`. A line that begins with &gt; is a quote, with
          - a list.
        </p>
      </div>
    </form>
  );
}
