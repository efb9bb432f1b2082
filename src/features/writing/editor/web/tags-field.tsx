import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { blogFields } from '../../../../blog/fields.ts';
import { tagsMax } from '../../../../blog/tags.ts';
import { countWords } from '../../../../platform/text/count-words.ts';
import { FieldFrame, useFieldAttributes } from '../../../../platform/web/ui/forms/field.tsx';
import type { BlogEditor } from './use-blog-editor.ts';
import { useTagEntry } from './use-tag-entry.ts';

/** Tags as tokens; optional. */
export function TagsField({ editor: { form, isPending } }: { readonly editor: BlogEditor }) {
  const { field, fieldState } = useController({ control: form.control, name: 'tags' });
  const entry = useTagEntry(form);
  const { tokens, typed, suggestions } = entry;
  const [isClosed, setIsClosed] = useState(false);
  /** Index of the suggestion selected with the arrow keys. */
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const { label } = blogFields.tags;
  const error = fieldState.error?.message;
  const hint = `Up to ${tagsMax}. A comma or Enter ends one.`;
  const ties = useFieldAttributes({ label, hint, error });
  const listId = `${ties.id}-list`;
  const isOpen = suggestions.length > 0 && !isClosed;
  const chosen = isOpen ? suggestions[active] : undefined;

  function type(text: string): void {
    setActive(-1);
    setIsClosed(false);
    entry.type(text);
  }

  function complete(name?: string): void {
    setActive(-1);
    entry.complete(name);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || isPending) return;
    const count = suggestions.length;
    if (key === 'Enter') complete(chosen);
    else if (key === 'ArrowDown' && isOpen) setActive((active + 1) % count);
    else if (key === 'ArrowUp' && isOpen) setActive((active <= 0 ? count : active) - 1);
    else if (key === 'Escape' && isOpen) setIsClosed(true);
    else if (key === 'Backspace' && typed === '' && tokens.length > 0) entry.takeBack();
    else return;
    event.preventDefault();
  }

  return (
    <FieldFrame id={ties.id} label={label} hint={hint} error={error}>
      <div className="relative">
        <div className="flex flex-wrap items-center gap-1.5 rounded-sm border border-rule-strong bg-raised px-2 py-1 transition-colors hover:border-ink has-[[aria-invalid]]:border-bad">
          <ul aria-label="Chosen tags" className="contents">
            {tokens.map((token) => (
              <li
                key={token}
                className="flex min-w-0 items-center rounded-sm bg-sunk pl-2.5 text-sm wrap-anywhere"
              >
                <bdi>{token}</bdi>
                <button
                  type="button"
                  aria-label={`Remove ${token}`}
                  aria-disabled={isPending}
                  onClick={() => {
                    if (isPending) return;
                    entry.remove(token);
                    input.current?.focus();
                  }}
                  className="flex min-h-8 min-w-8 shrink-0 cursor-pointer items-center justify-center text-soft hover:text-accent"
                >
                  <X aria-hidden="true" size={14} />
                </button>
              </li>
            ))}
          </ul>
          <input
            {...ties}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
            name="tags"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={chosen === undefined ? undefined : `${listId}-${active}`}
            autoComplete="off"
            enterKeyHint="done"
            dir="auto"
            value={typed}
            readOnly={isPending}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setIsClosed(true);
              if (typed.trim() !== '') complete();
            }}
            className="min-h-9 min-w-24 grow basis-24 bg-transparent px-1 text-base text-ink outline-offset-4"
          />
        </div>
        <div
          id={listId}
          role="listbox"
          aria-label="Known tags"
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-sm border border-rule-strong bg-raised py-1"
        >
          {suggestions.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: options are never focused; the combobox field handles the keys.
            <div
              key={name}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => complete(name)}
              className="flex min-h-11 cursor-pointer items-center px-3 wrap-anywhere hover:bg-sunk aria-selected:bg-sunk"
            >
              <bdi>{name}</bdi>
            </div>
          ))}
        </div>
        <p role="status" className="sr-only">
          {isOpen
            ? countWords(suggestions.length, 'known tag', 'known tags')
            : tokens.length > 0 && countWords(tokens.length, 'tag', 'tags')}
        </p>
      </div>
    </FieldFrame>
  );
}
