import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { blogsKey } from '../../../../blog/web/blog-queries.ts';
import { lengthOf } from '../../../../platform/text/read-text.ts';
import { call } from '../../../../platform/web/api.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { TextAreaField } from '../../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { saveBio } from '../../contract/account-page.ts';
import { bioMax, saveBioSchema } from '../../contract/account-text.ts';
import { accountMessageOf } from '../account-messages.ts';
import { myAccountQuery } from '../account-queries.ts';

type Typed = z.input<typeof saveBioSchema>;

/** Changes an author's biography. */
export function BioForm({ bio }: { readonly bio: string }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, reset, control, formState } = useForm<Typed>({
    resolver: zodResolver(saveBioSchema),
    defaultValues: { bio },
  });
  const left = bioMax - lengthOf(useWatch({ control, name: 'bio' }));

  async function save(typed: z.output<typeof saveBioSchema>): Promise<void> {
    setFailure(undefined);
    try {
      const { body } = await call(queries, saveBio, { body: typed });
      queries.setQueryData(
        myAccountQuery().queryKey,
        (account) => account && { ...account, ...body },
      );
      reset(body);
      // It is shown with blogs that this tab has cached.
      void queries.invalidateQueries({ queryKey: blogsKey });
      void showToast({ text: 'What you say of yourself has been saved.' });
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(save));

  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <TextAreaField
        label="A few words about you"
        rows={3}
        hint={`Stands below each blog that you write, and on your page as an author. ${left} of ${bioMax} characters left.`}
        error={formState.errors.bio?.message}
        {...register('bio')}
      />
      <div>
        <SubmitButton isPending={isPending} pendingLabel="Saving...">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
