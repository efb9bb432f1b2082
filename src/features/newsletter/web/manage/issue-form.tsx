import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { longDateOf } from '../../../../blog/web/byline.tsx';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { TextAreaField, TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { SwitchField } from '../../../../platform/web/ui/forms/switch-field.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { makeIssue, type NewsletterOverview } from '../../contract/manage.ts';
import { newsletterKey } from './newsletter-queries.ts';

/** Maximum characters; the server checks them as well. */
const subjectMax = 150;
const noteMax = 2_000;

type IssueBlog = NewsletterOverview['blogs'][number];

/** Creates a draft newsletter from selected blogs. Sending it is a separate step. */
export function IssueForm({ blogs }: { readonly blogs: readonly IssueBlog[] }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    setFailure(undefined);
    const body = {
      subject: String(typed.get('subject') ?? ''),
      note: String(typed.get('note') ?? ''),
      blogIds: typed.getAll('blog').map(String),
    };
    try {
      await call(queries, makeIssue, { body });
      form.reset();
      void showToast({ text: 'Here it is: look at it below, then send it.' });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
    await queries.invalidateQueries({ queryKey: newsletterKey });
  });

  if (blogs.length === 0) return <p className="text-soft">There is no blog to send yet.</p>;
  return (
    <form method="dialog" noValidate onSubmit={run} className="grid max-w-measure gap-6">
      <TextField label="Subject" name="subject" required maxLength={subjectMax} />
      <TextAreaField
        label="A word before the blogs"
        name="note"
        rows={3}
        maxLength={noteMax}
        hint="Plain text; may be left empty."
      />
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-sm font-semibold">Blogs</legend>
        {blogs.map(({ id, title, author, createdAt, isOfThisWeek }) => (
          <SwitchField
            key={id}
            label={title}
            name="blog"
            value={id}
            defaultChecked={isOfThisWeek}
            hint={[author, longDateOf(createdAt)].filter(Boolean).join(', ')}
          />
        ))}
      </fieldset>
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <div>
        <SubmitButton isPending={isPending} pendingLabel="Making it..." look="outline">
          Make the newsletter
        </SubmitButton>
      </div>
    </form>
  );
}
