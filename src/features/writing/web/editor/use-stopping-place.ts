import { useEffect, useLayoutEffect } from 'react';
import { noteStoppingPlace, stoppingPlaceOf } from '../drafts/device/stopping-place.ts';
import type { DraftKeeper } from '../drafts/draft-keeper.ts';
import { fieldNames } from '../drafts/draft-text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldNamed(name: string): Field | undefined {
  const field = document.querySelector(`.writing [name="${CSS.escape(name)}"]`);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field
    : undefined;
}

interface Options {
  readonly personId: string;
  readonly draftKey: string;
  readonly keeper: DraftKeeper;
  /** Grows as a text comes into the form by itself. */
  readonly opened: number;
}

/** Puts the caret and the page where they were when this text was left on this device, and notes where one leaves it. */
export function useStoppingPlace({ personId, draftKey, keeper, opened }: Options): void {
  // Before what was written in goes from the page.
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let last = stoppingPlaceOf(personId, draftKey);
    // Heard of, not asked for: a long text would be laid out at each letter.
    let top = last?.top ?? 0;

    function look() {
      const { activeElement: field } = document;
      const isOwn = fieldNames.some((name) => field?.getAttribute('name') === name);
      if (!isOwn || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
        return;
      }
      const { name, selectionStart, selectionEnd } = field;
      last = { field: name, start: selectionStart ?? 0, end: selectionEnd ?? 0, top };
    }
    function note() {
      const isWritten = Object.values(keeper.text).some((value) => value !== '');
      noteStoppingPlace(personId, draftKey, isWritten && last ? { ...last, top } : undefined);
    }

    document.addEventListener('selectionchange', look, { signal });
    window.addEventListener('scroll', () => (top = scrollY), { signal, passive: true });
    window.addEventListener('pagehide', note, { signal });
    document.addEventListener('visibilitychange', note, { signal });
    return () => {
      leaving.abort();
      note();
    };
  }, [personId, draftKey, keeper]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: again as another text has come.
  useEffect(() => {
    const isWritten = Object.values(keeper.text).some((value) => value !== '');
    const place = isWritten ? stoppingPlaceOf(personId, draftKey) : undefined;
    if (!place) return;
    // After the page's heading was handed the focus, and its beginning was scrolled to.
    const frame = requestAnimationFrame(() => {
      const field = fieldNamed(place.field);
      if (!field) return;
      field.focus({ preventScroll: true });
      field.setSelectionRange(place.start, place.end);
      scrollTo({ top: place.top, behavior: 'instant' });
    });
    return () => cancelAnimationFrame(frame);
  }, [personId, draftKey, keeper, opened]);
}
