import { type KeyboardEvent, useRef } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { BlogText } from '../../../../blog/blog-text.ts';
import { FieldFrame, useTies } from '../../../../platform/web/ui/field.tsx';
import type { DraftText } from '../../draft-contract.ts';
import { fieldLabels } from '../drafts/draft-text.ts';
import { continueLine, indentLines } from './line-habits.ts';
import { editFor, type MarkdownCommand } from './markdown-commands.ts';
import { MarkdownToolbar } from './markdown-toolbar.tsx';
import { commandOf } from './markdown-tools.ts';
import { usePaste } from './paste/use-paste.ts';
import { TextPreview } from './text-preview.tsx';
import { areaSurface, undoSet } from './text-surface.ts';
import type { Preview } from './use-preview.ts';
import type { WritingView } from './writing-view.tsx';

const label = fieldLabels.longDescription;
const samples = [
  '**bold**',
  '_italic_',
  '## heading',
  '[words](https://…)',
  '> quote',
  '`code`',
  '- list',
  '![picture](https://…)',
];
const hint = (
  <>
    Markdown:{' '}
    {samples.map((sample) => (
      <code key={sample} className="mr-3 inline-block font-mono text-xs">
        {sample}
      </code>
    ))}
    <span className="block">In a list Tab indents; Esc, then Tab, leaves the field.</span>
  </>
);

export interface MarkdownFieldProps {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
  readonly isReadOnly: boolean;
  readonly view: WritingView;
  readonly preview: Preview;
  readonly isBlank: boolean;
  /** True where the text is too long to be measured at each key: then it scrolls within its field. */
  readonly isLong: boolean;
}

/** The long description: Markdown with a toolbar, and what readers will see. */
export function MarkdownField({
  form,
  isReadOnly,
  view,
  preview,
  isBlank,
  isLong,
}: MarkdownFieldProps) {
  const { control, register } = form;
  const { errors, defaultValues } = useFormState({ control });
  const area = useRef<HTMLTextAreaElement>(null);
  /** True after Escape: the next Tab leaves the field, in a list as well (WCAG 2.1.2). */
  const mayLeave = useRef(false);
  const { onPaste, onDrop, isReading } = usePaste();
  const { ref: registerArea, ...registered } = register('longDescription');
  const error = errors.longDescription?.message;
  const ties = useTies({ label, hint, error });

  function run(command: MarkdownCommand) {
    const surface = area.current && areaSurface(area.current);
    if (surface?.takesEdits) surface.apply(editFor(command, surface.text, surface.selection));
  }

  /** What Enter and Tab do within lists; false where they do what they do everywhere. */
  function keepHabit({ key, shiftKey }: KeyboardEvent): boolean {
    const surface = area.current && areaSurface(area.current);
    if (!surface?.takesEdits || (key === 'Enter' && shiftKey)) return false;
    const { text, selection } = surface;
    const edit =
      key === 'Enter' ? continueLine(text, selection) : indentLines(text, selection, shiftKey);
    if (edit) surface.apply(edit);
    return edit !== undefined;
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    // Shift is on its way to Shift+Tab.
    const isFree = mayLeave.current;
    if (key !== 'Shift') mayLeave.current = key === 'Escape';
    if (nativeEvent.isComposing) return;
    const command = commandOf(event);
    if (command) {
      event.preventDefault();
      run(command);
      return;
    }
    const isUndo = key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey;
    if (isUndo && area.current && undoSet(area.current)) event.preventDefault();
    if (ctrlKey || metaKey || altKey) return;
    if (key !== 'Enter' && (key !== 'Tab' || isFree)) return;
    if (keepHabit(event)) event.preventDefault();
  }

  const isWriting = view !== 'Preview';
  return (
    <div className="writing-text">
      <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
        {/* One part, within which the tools can stay in sight. */}
        <div className="min-w-0">
          <div hidden={!isWriting} className="writing-tools">
            <MarkdownToolbar controls={ties.id} onCommand={run} />
          </div>
          <p role="status" className="writing-reading">
            {isReading && 'Reading what was pasted…'}
          </p>
          <div className="writing-halves" data-view={view}>
            <textarea
              {...registered}
              {...ties}
              ref={(node) => {
                area.current = node;
                registerArea(node);
              }}
              dir="auto"
              defaultValue={defaultValues?.longDescription}
              rows={6}
              required
              readOnly={isReadOnly}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onDrop={onDrop}
              hidden={!isWriting}
              data-long={isLong || undefined}
              className="writing-area"
            />
            {view !== 'Write' && (
              <TextPreview preview={preview} isBlank={isBlank} className="writing-preview" />
            )}
          </div>
        </div>
      </FieldFrame>
    </div>
  );
}
