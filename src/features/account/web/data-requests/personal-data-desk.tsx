import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../../platform/web/api.ts';
import { errorMessageOf } from '../../../../platform/web/error-message.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import { ScriptNote } from '../../../../platform/web/ui/script-note.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { emailSchema } from '../../contract/account-text.ts';
import { findPersonData, type PersonData } from '../../contract/data-requests.ts';
import { FoundPerson } from './found-person.tsx';

const askedSchema = z.object({ email: emailSchema });
type Asked = z.input<typeof askedSchema>;

/** Finds the data stored for an address, and exports or deletes it. */
export function PersonalDataDesk({ hasPassword }: { readonly hasPassword: boolean }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [found, setFound] = useState<{ readonly email: string; readonly data: PersonData }>();
  const { register, handleSubmit, formState } = useForm<Asked>({
    resolver: zodResolver(askedSchema),
    defaultValues: { email: '' },
  });

  async function look({ email }: Asked): Promise<void> {
    setFailure(undefined);
    setFound(undefined);
    try {
      setFound({ email, data: (await call(queries, findPersonData, { body: { email } })).body });
    } catch (error) {
      setFailure(errorMessageOf(error));
    }
  }
  const { isPending, run } = useSingleFlight(handleSubmit(look));

  return (
    <>
      <ScriptNote todo="look for somebody’s data" />
      <form
        method="dialog"
        noValidate
        onSubmit={run}
        className="grid max-w-measure gap-6 noscript:hidden"
      >
        <TextField
          label="Email address"
          type="email"
          autoComplete="off"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
        <div>
          <SubmitButton isPending={isPending} pendingLabel="Looking..." look="outline">
            Look
          </SubmitButton>
        </div>
      </form>
      <div role="status">
        {found && (
          <FoundPerson
            key={found.email}
            email={found.email}
            data={found.data}
            hasPassword={hasPassword}
            onChanged={() => look(found)}
          />
        )}
      </div>
    </>
  );
}
