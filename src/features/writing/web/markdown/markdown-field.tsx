import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import type { BlogText } from '../../../../blog/blog-text.ts';
import {
  control as controlClass,
  FieldFrame,
  useTies,
} from '../../../../platform/web/ui/field.tsx';
import type { DraftText } from '../../draft-contract.ts';
import { fieldLabels } from '../drafts/draft-text.ts';
import { type Edit, editFor, type MarkdownCommand } from './markdown-commands.ts';
import { commandOf, MarkdownToolbar } from './markdown-toolbar.tsx';
import { TextPreview } from './text-preview.tsx';

/** From here on the text and its preview stand side by side; the `xl` of the classes below. */
const wideWindow = '(min-width: 80rem)';

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
  </>
);

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(wideWindow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(wideWindow).matches,
    () => false,
  );
}

type View = 'Write' | 'Preview';

function ViewSwitch({ view, onChange }: { readonly view: View; onChange: (view: View) => void }) {
  return (
    <fieldset aria-label="View" className="flex gap-5 xl:hidden">
      {(['Write', 'Preview'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => onChange(name)}
          className="min-h-11 cursor-pointer border-b-2 border-transparent text-sm font-semibold text-soft hover:text-ink aria-pressed:border-accent aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Changes a text area as typing would, so that undo takes it back. `execCommand` is the only way that browsers have
 * for that; where one refuses, the text is set, and the undo begins anew.
 */
function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isDone =
    insert === ''
      ? document.execCommand('delete')
      : document.execCommand('insertText', false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(select.start, select.end);
}

export interface MarkdownFieldProps {
  readonly form: UseFormReturn<DraftText, unknown, BlogText>;
  readonly isReadOnly: boolean;
}

/** The long description: Markdown with a toolbar, and beside it what readers will see. */
export function MarkdownField({ form, isReadOnly }: MarkdownFieldProps) {
  const { control, register } = form;
  const { errors, defaultValues } = useFormState({ control });
  const markdown = useWatch({ control, name: 'longDescription' });
  const [view, setView] = useState<View>('Write');
  const isWide = useIsWide();
  const area = useRef<HTMLTextAreaElement>(null);
  const { ref: registerArea, ...registered } = register('longDescription');
  const error = errors.longDescription?.message;
  const ties = useTies({ label, hint, error });

  function run(command: MarkdownCommand) {
    const { current } = area;
    if (!current || current.readOnly) return;
    const { value, selectionStart: start, selectionEnd: end } = current;
    applyEdit(current, editFor(command, value, { start, end }));
  }

  function onKeyDown(event: KeyboardEvent) {
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    run(command);
  }

  return (
    <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 border-b border-rule">
        <ViewSwitch view={view} onChange={setView} />
        <div className={view === 'Preview' ? 'max-xl:hidden' : ''}>
          <MarkdownToolbar controls={ties.id} onCommand={run} />
        </div>
      </div>
      <div className="grid gap-x-8 xl:grid-cols-2">
        <textarea
          {...registered}
          {...ties}
          ref={(node) => {
            area.current = node;
            registerArea(node);
          }}
          defaultValue={defaultValues?.longDescription}
          rows={6}
          required
          readOnly={isReadOnly}
          onKeyDown={onKeyDown}
          className={`${controlClass} writing-area ${view === 'Preview' ? 'max-xl:hidden' : ''}`}
        />
        <TextPreview
          markdown={markdown}
          isShown={isWide || view === 'Preview'}
          className={`writing-preview ${view === 'Write' ? 'max-xl:hidden' : ''}`}
        />
      </div>
    </FieldFrame>
  );
}
