import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { categories, shortDescriptionMax } from '../../../../blog/contract.ts';
import { toNfc } from '../../../../platform/text/normal-form.ts';
import { lengthOf } from '../../../../platform/text/read-text.ts';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { SelectField, TextAreaField, TextField } from '../../../../platform/web/ui/field.tsx';
import { SubmitButton } from '../../../../platform/web/ui/submit-button.tsx';
import { useIsHydrated } from '../../../../platform/web/use-is-hydrated.ts';
import type { DraftText } from '../../draft-contract.ts';
import { fieldLabels, fieldNames } from '../drafts/draft-text.ts';
import { MarkdownField } from '../markdown/markdown-field.tsx';
import { ImageCheck } from './image-check.tsx';
import { OfferList } from './offer-list.tsx';
import { SaveStatus } from './save-status.tsx';
import type { BlogEditor } from './use-blog-editor.ts';
import './editor.css';

function roomLeft(text: string): string {
  const left = shortDescriptionMax - lengthOf(toNfc(text));
  if (left < 0) return `${-left} too many`;
  return left === 1 ? '1 character left' : `${left} characters left`;
}

/** Fields of one line: there Enter can't mean a new one, and publishing is nothing to happen by a slip. */
const lineFields: readonly (keyof DraftText)[] = ['title', 'imageUrl'];

/** Where Enter leads from a field of one line; undefined where the key has a meaning of its own. */
function fieldAfter(target: EventTarget): keyof DraftText | undefined {
  if (!('name' in target)) return undefined;
  const field = lineFields.find((name) => name === target.name);
  return field && fieldNames[fieldNames.indexOf(field) + 1];
}

interface BlogFormProps {
  readonly editor: BlogEditor;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** What else can be done, at the end of the line with the button. */
  readonly children?: ReactNode;
}

type PartProps = Pick<BlogFormProps, 'editor'>;

function ImageUrlField({ editor: { form, isPending } }: PartProps) {
  const { errors, defaultValues } = useFormState({ control: form.control });
  const imageUrl = useWatch({ control: form.control, name: 'imageUrl' });
  const error = errors.imageUrl?.message;
  return (
    <div className="grid content-start gap-3">
      <TextField
        label={fieldLabels.imageUrl}
        inputMode="url"
        autoComplete="off"
        required
        placeholder="https://"
        defaultValue={defaultValues?.imageUrl}
        readOnly={isPending}
        error={error}
        {...form.register('imageUrl')}
      />
      <ImageCheck url={imageUrl} isRefused={error !== undefined} />
    </div>
  );
}

function ShortDescriptionField({ editor: { form, isPending } }: PartProps) {
  const { errors, defaultValues } = useFormState({ control: form.control });
  const text = useWatch({ control: form.control, name: 'shortDescription' });
  return (
    <TextAreaField
      label={fieldLabels.shortDescription}
      rows={3}
      required
      placeholder={`What the blog is about (max ${shortDescriptionMax} characters)`}
      hint={roomLeft(text)}
      defaultValue={defaultValues?.shortDescription}
      readOnly={isPending}
      error={errors.shortDescription?.message}
      className="scroll-mb-24"
      {...form.register('shortDescription')}
    />
  );
}

function Fields({ editor }: PartProps) {
  const { form, isPending } = editor;
  const { errors, defaultValues } = useFormState({ control: form.control });
  return (
    <>
      <TextField
        label={fieldLabels.title}
        autoComplete="off"
        required
        defaultValue={defaultValues?.title}
        readOnly={isPending}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <ImageUrlField editor={editor} />
        <div className="grid content-start">
          <SelectField
            label={fieldLabels.category}
            required
            defaultValue={defaultValues?.category}
            error={errors.category?.message}
            {...form.register('category')}
          >
            <option value="" disabled>
              Select a category
            </option>
            {categories.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
      </div>
      <ShortDescriptionField editor={editor} />
      <MarkdownField form={form} isReadOnly={isPending} />
    </>
  );
}

/** The form that writes a blog: its fields, what was kept from before, and where the text is safe. */
export function BlogForm({ editor, submitLabel, pendingLabel, children }: BlogFormProps) {
  const { form, keeper, state, isPending, failure, submit } = editor;
  // What is typed before the page listens would be lost.
  const listens = useIsHydrated();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    if (altKey || shiftKey || nativeEvent.isComposing) return;
    const isCommand = ctrlKey !== metaKey;
    if (isCommand && key === 'Enter') {
      event.preventDefault();
      void submit();
    } else if (isCommand && key.toLowerCase() === 's') {
      event.preventDefault();
      keeper.save();
    } else if (!ctrlKey && !metaKey && key === 'Enter') {
      const next = fieldAfter(event.target);
      if (!next) return;
      event.preventDefault();
      form.setFocus(next);
    }
  }

  return (
    <>
      <OfferList
        offers={state.offers}
        onRestore={editor.restore}
        onDiscard={editor.discard}
        discarded={state.discarded}
        onUndo={editor.undoDiscard}
      />
      {/* A dialog's method keeps the text out of the address while there is no script yet. */}
      <form method="dialog" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
        <fieldset disabled={!listens} className="grid min-w-0 gap-6">
          <Fields editor={editor} />
          {failure !== undefined && <ErrorNote>{failure}</ErrorNote>}
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule bg-paper py-3">
            <SubmitButton isPending={isPending} pendingLabel={pendingLabel}>
              {submitLabel}
            </SubmitButton>
            <SaveStatus state={state} />
            {children}
          </div>
        </fieldset>
      </form>
    </>
  );
}
