import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Problem } from '../../../platform/contract/problems.ts';
import { lengthOf } from '../../../platform/text/read-text.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { EmptyField, emptyFieldOf } from '../../../platform/web/ui/forms/empty-field.tsx';
import { TextAreaField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../platform/web/ui/script-note.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { type Comment, commentMax, readComment } from '../contract.ts';
import type { UnsentComment } from './comment-queries.ts';
import { useUnsentComment } from './unsent-comment.ts';

interface CommentFormProps {
  readonly blogId: string;
  readonly personId: string;
  /** Rejects with the server's problem. */
  readonly send: (comment: UnsentComment) => Promise<Pick<Comment, 'held'>>;
  /** Called when the member begins to write. */
  readonly onWriting: () => void;
}

/** Kept: making one takes as long as all other elements of the form. */
const numbers = new Intl.NumberFormat('en-US');

function charactersLeft(text: string): string {
  const left = commentMax - lengthOf(text);
  const count = numbers.format(Math.abs(left));
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return `${count} ${characters} ${left < 0 ? 'too many' : 'left'}`;
}

/** Why, where the server gave a reason that helps; a session that is over leads to Sign In by itself. */
function reasonOf(error: unknown): string | undefined {
  const isExplained = error instanceof Problem && error.status !== 401 && error.code !== 'internal';
  return isExplained ? error.message : undefined;
}

/** The form's id in an address: a sign-in leads back to it. */
const formId = 'your-comment';
const fieldId = `${formId}-text`;

/** Where the viewer writes a comment. The text is only let go of when the server has it. */
export function CommentForm({ blogId, personId, send, onWriting }: CommentFormProps) {
  const [text, setText] = useUnsentComment({ personId, blogId });
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== `#${formId}`) return;
    form.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
  }, [hash]);

  const { isPending, run } = useSingleFlight(async () => {
    const read = readComment(text);
    setError(read instanceof Refused ? read.message : undefined);
    if (read instanceof Refused) {
      field.current?.focus();
      return;
    }
    try {
      const { held } = await send({ text: read, homepage: emptyFieldOf(form.current) });
      setText('');
      void showToast({
        text: held ? 'Your comment waits for approval.' : 'Comment added successfully!',
      });
    } catch (failure) {
      setError(reasonOf(failure));
      void showToast({ text: 'Failed to add comment', tone: 'bad' });
      field.current?.focus();
    }
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  }

  return (
    <form
      ref={form}
      id={formId}
      tabIndex={-1}
      method="dialog"
      noValidate
      className="grid gap-4 outline-none"
      onSubmit={onSubmit}
    >
      <TextAreaField
        ref={field}
        id={fieldId}
        label="Add a comment"
        hint={charactersLeft(text)}
        error={error}
        name="comment"
        rows={4}
        required
        value={text}
        readOnly={isPending}
        onFocus={onWriting}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <EmptyField />
      <ScriptNote todo="comment" />
      <div>
        <SubmitButton isPending={isPending} pendingLabel="Saving...">
          Post Comment
        </SubmitButton>
      </div>
    </form>
  );
}

/** What authors find on their own blogs instead. */
export function OwnBlogForm() {
  return (
    <TextAreaField
      id={fieldId}
      label="Add a comment"
      hint="Cannot comment on own blog"
      name="comment"
      rows={2}
      disabled
    />
  );
}
