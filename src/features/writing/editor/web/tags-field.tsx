import { useFormState } from 'react-hook-form';
import { blogFields } from '../../../../blog/fields.ts';
import { tagsMax } from '../../../../blog/tags.ts';
import { TextField } from '../../../../platform/web/ui/forms/field.tsx';
import type { BlogEditor } from './use-blog-editor.ts';

/** What a blog is about, beside its category; nobody has to say. */
export function TagsField({ editor: { form, isPending } }: { readonly editor: BlogEditor }) {
  const { errors, defaultValues } = useFormState({ control: form.control });
  return (
    <TextField
      label={blogFields.tags.label}
      autoComplete="off"
      dir="auto"
      hint={`Up to ${tagsMax}, with commas between them.`}
      defaultValue={defaultValues?.tags}
      readOnly={isPending}
      error={errors.tags?.message}
      {...form.register('tags')}
    />
  );
}
