import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../../platform/contract/problems.ts';
import { call } from '../../../platform/web/api.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../platform/web/ui/forms/submit-button.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { putRedirect, redirectInput } from '../contract.ts';
import { redirectsKey } from './redirect-queries.ts';

interface RedirectFormProps {
  /** Initial values of the fields; empty for a new redirect. */
  readonly path: string;
  readonly target: string;
  readonly onDone: () => void;
}

/** Creates or changes a redirect. */
export function RedirectForm({ path, target, onDone }: RedirectFormProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState({ path, target });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async () => {
    setFailure(undefined);
    const read = redirectInput.safeParse(typed);
    const issues = read.error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message])));
    if (!read.success) return;
    try {
      await call(queries, putRedirect, { body: read.data });
      setTyped({ path: '', target: '' });
      void showToast({ text: 'The redirect is saved.' });
      onDone();
    } catch (error) {
      const issues = error instanceof Problem ? (error.issues ?? []) : [];
      setErrors(Object.fromEntries(issues.map((issue) => [issue.path, issue.message])));
      if (issues.length === 0) setFailure(errorMessageOf(error));
    }
    await queries.invalidateQueries({ queryKey: redirectsKey });
  });

  const fieldOf = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <form
      method="dialog"
      noValidate
      aria-label="Add a redirect"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run();
      }}
      className="grid max-w-measure gap-4 noscript:hidden"
    >
      <TextField
        {...fieldOf('path')}
        label="Old address"
        placeholder="/2019/05/title"
        hint="As it stood on the site of before, such as /2019/05/title or /?p=123. Capitals and a slash at the end don’t matter."
      />
      <TextField
        {...fieldOf('target')}
        label="Leads to"
        placeholder="/blog/…"
        hint="The address of a blog or a page here, or an https:// address elsewhere."
      />
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <div>
        <SubmitButton look="outline" isPending={isPending} pendingLabel="Saving...">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
