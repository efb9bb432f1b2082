import { type ComponentType, useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { categories } from '../../../../blog/contract.ts';
import { lacksCoverText } from '../../../../blog/cover-text.ts';
import { blogFields, type FieldName, fieldNames } from '../../../../blog/fields.ts';
import { toNfc } from '../../../../platform/text/normal-form.ts';
import { lengthOf } from '../../../../platform/text/read-text.ts';
import { isPictureUrl } from '../../../../platform/text/web-url.ts';
import {
  FieldFrame,
  SelectField,
  TextAreaField,
  TextField,
  useFieldAttributes,
} from '../../../../platform/web/ui/forms/field.tsx';
import type { PictureUploader } from '../../../../platform/web/ui/pictures/picture-uploader.ts';
import { describeHash } from '../../text-field/web/pictures/undescribed-note.tsx';
import { ImageCheck } from './image-check.tsx';
import { TagsField } from './tags-field.tsx';
import type { BlogEditor } from './use-blog-editor.ts';

interface FieldsProps {
  readonly editor: BlogEditor;
}

/** What every control has of its field; `readOnly` while the text is sent. */
function useControl({ form, isPending }: BlogEditor, name: FieldName) {
  const { errors, defaultValues } = useFormState({ control: form.control });
  const error = errors[name]?.message;
  return {
    label: blogFields[name].label,
    error,
    defaultValue: defaultValues?.[name],
    readOnly: isPending,
    ...form.register(name),
  };
}

/** The title in its final font. A long line wraps. */
export function TitleField({ editor }: FieldsProps) {
  const { label, error, ...control } = useControl(editor, 'title');
  const ties = useFieldAttributes({ label, error });
  return (
    <FieldFrame id={ties.id} label={label} error={error}>
      <textarea
        {...ties}
        {...control}
        rows={1}
        autoComplete="off"
        required
        className="writing-title"
      />
    </FieldFrame>
  );
}

interface DetailsProps extends FieldsProps {
  readonly pictureUploader: PictureUploader;
}

function ImageUrlField({ editor, pictureUploader: { Field } }: DetailsProps) {
  const { form } = editor;
  const control = useControl(editor, 'imageUrl');
  const [imageUrl, imageAlt] = useWatch({
    control: form.control,
    name: ['imageUrl', 'imageAlt'],
  });
  const address = imageUrl.trim();
  const asksForWords =
    imageAlt !== '' || (isPictureUrl(address) && lacksCoverText({ imageUrl: address, imageAlt }));
  const change = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
  return (
    <div className="grid content-start gap-3">
      <Field
        onPicture={(address) => form.setValue('imageUrl', address, change)}
        onSending={editor.writtenOn.uploads.follow}
      >
        <TextField
          {...control}
          inputMode="url"
          autoComplete="off"
          required
          placeholder="https://"
        />
      </Field>
      <ImageCheck url={imageUrl} isRefused={control.error !== undefined} />
      {asksForWords && <ImageAltField editor={editor} />}
    </div>
  );
}

/** Alternative text of the cover, shown once there is a cover; optional. */
function ImageAltField({ editor }: FieldsProps) {
  const { form } = editor;
  const control = useControl(editor, 'imageAlt');
  const { hash } = useLocation();

  useEffect(() => {
    if (hash !== describeHash || !lacksCoverText(form.getValues())) return;
    // After navigation has focused the page's heading.
    const frame = requestAnimationFrame(() => form.setFocus('imageAlt'));
    return () => cancelAnimationFrame(frame);
  }, [hash, form]);

  return (
    <TextField
      {...control}
      autoComplete="off"
      dir="auto"
      placeholder="What the picture shows"
      hint={`For those who can’t see it, at most ${blogFields.imageAlt.max} characters.`}
    />
  );
}

function CategoryField({ editor }: FieldsProps) {
  const { readOnly, ...control } = useControl(editor, 'category');
  return (
    <SelectField {...control} required>
      <option value="" disabled>
        Select a category
      </option>
      {categories.map((name) => (
        // A list can't be read-only: while it is, no other option can be chosen.
        <option key={name} disabled={readOnly}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function roomLeft(text: string): string {
  const left = blogFields.shortDescription.max - lengthOf(toNfc(text));
  if (left < 0) return `${-left} too many`;
  return left === 1 ? '1 character left' : `${left} characters left`;
}

function ShortDescriptionField({ editor }: FieldsProps) {
  const control = useControl(editor, 'shortDescription');
  const text = useWatch({ control: editor.form.control, name: 'shortDescription' });
  return (
    <TextAreaField
      {...control}
      rows={3}
      required
      placeholder={`What the blog is about (max ${blogFields.shortDescription.max} characters)`}
      hint={roomLeft(text)}
    />
  );
}

/** The input of each detail; null for fields shown elsewhere. */
const inputs: Readonly<Record<FieldName, ComponentType<DetailsProps> | null>> = {
  title: null,
  imageUrl: ImageUrlField,
  // Shown with its picture.
  imageAlt: null,
  category: CategoryField,
  tags: TagsField,
  shortDescription: ShortDescriptionField,
  longDescription: null,
};

/** The fields that lists show: next to the text on wide windows, below it on small ones. */
export function BlogDetails(props: DetailsProps) {
  return fieldNames.map((name) => {
    const Input = inputs[name];
    return Input && <Input key={name} {...props} />;
  });
}
