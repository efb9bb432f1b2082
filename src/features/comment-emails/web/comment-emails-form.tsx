import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { endpointQuery } from '../../../platform/web/endpoint-query.ts';
import { errorMessageOf } from '../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { SwitchField } from '../../../platform/web/ui/forms/switch-field.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { myLetters, saveLetters } from '../contract.ts';

/** The viewer's e-mail preferences. */
export function emailChoicesQuery() {
  return endpointQuery([...personalKey, 'letters'], myLetters, {});
}

/** The member's setting for e-mails about comments. */
export function CommentEmailsForm() {
  const queries = useQueryClient();
  const { data } = useQuery(emailChoicesQuery());
  const [failure, setFailure] = useState<string>();

  const { isPending, run } = useSingleFlight(async (comments: boolean) => {
    setFailure(undefined);
    try {
      const { body } = await call(queries, saveLetters, { body: { comments } });
      queries.setQueryData(emailChoicesQuery().queryKey, (known) => known && { ...known, ...body });
      const text = body.comments
        ? 'We will notify you by email.'
        : 'No more emails about comments.';
      void showToast({ text });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  });

  return (
    <div className="grid gap-4">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <SwitchField
        label="Notify me of comments on my blogs"
        hint="At most one email per blog every 15 minutes."
        checked={data?.comments ?? false}
        aria-disabled={isPending}
        onChange={({ target }) => void run(target.checked)}
      />
    </div>
  );
}
