import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Person } from '../../../../identity/person.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SubmitButton } from '../../../../platform/web/ui/forms/submit-button.tsx';
import type { PictureUploader } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import { showToast } from '../../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../../platform/web/use-single-flight.ts';
import { profileSchema } from '../../contract/account-text.ts';
import { NameField, PhotoField } from '../account-fields.tsx';
import { accountMessageOf } from '../account-messages.ts';
import { saveProfile } from '../session.ts';

type Typed = z.input<typeof profileSchema>;

const change = { shouldDirty: true, shouldTouch: true, shouldValidate: true };

interface ProfileFormProps {
  readonly person: Person;
  readonly pictureUploader: PictureUploader;
}

/** Changes the public name and photo. */
export function ProfileForm({ person, pictureUploader: { Field } }: ProfileFormProps) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, reset, setValue, formState } = useForm<Typed>({
    resolver: zodResolver(profileSchema),
    defaultValues: { displayName: person.displayName, photoURL: person.photoURL ?? '' },
  });
  const { errors } = formState;

  async function save(profile: z.output<typeof profileSchema>): Promise<void> {
    setFailure(undefined);
    try {
      await saveProfile(queries, profile);
      reset(profile);
      void showToast({ text: 'Your profile has been saved.' });
    } catch (error) {
      setFailure(accountMessageOf(error));
    }
  }

  const { isPending, run } = useSingleFlight(handleSubmit(save));

  return (
    <form method="dialog" noValidate onSubmit={run} className="grid gap-6">
      {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
      <NameField error={errors.displayName?.message} {...register('displayName')} />
      <Field onPicture={(address) => setValue('photoURL', address, change)}>
        <PhotoField error={errors.photoURL?.message} {...register('photoURL')} />
      </Field>
      <div>
        <SubmitButton isPending={isPending} pendingLabel="Saving...">
          Save profile
        </SubmitButton>
      </div>
    </form>
  );
}
