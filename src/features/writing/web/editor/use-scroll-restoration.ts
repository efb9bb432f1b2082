import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { fieldNames } from '../../../../blog/fields.ts';
import {
  type LastPosition,
  lastPositionOf,
  saveLastPosition,
} from '../drafts/device/last-position.ts';
import type { DraftKeeper } from '../drafts/draft-keeper.ts';
import { describeHash } from '../markdown/pictures/undescribed-note.tsx';
import type { WrittenOn } from '../markdown/written-on.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a person does first; from then on nothing moves by itself. */
const acts = ['keydown', 'beforeinput', 'pointerdown', 'wheel', 'touchstart'] as const;

function isField(element: Element | null): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function restoreInField(place: LastPosition): void {
  const field = document.querySelector(`.writing [name="${CSS.escape(place.field)}"]`);
  if (!isField(field)) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(place.start, place.end);
  scrollTo({ top: place.top, behavior: 'instant' });
}

interface Options {
  readonly personId: string;
  readonly draftKey: string;
  readonly keeper: DraftKeeper;
  /** Grows as a text that came into the form by itself is shown. */
  readonly shown: number;
  readonly writtenOn: WrittenOn;
}

/** Puts the caret and the page where they were when this text was left on this device, and notes where one leaves it. */
export function useScrollRestoration(options: Options): void {
  const { personId, draftKey, keeper, shown, writtenOn } = options;
  const { live, setTyping } = writtenOn;
  const { hash } = useLocation();
  /** Where one is to come back to as soon as what was written on is there, and until one does something. */
  const wanted = useRef<LastPosition>(undefined);

  const lookAt = useEffectEvent((top: number): LastPosition | undefined => {
    if (live?.caret().hasFocus) return { field: 'longDescription', start: 0, end: 0, top };
    const { activeElement: field } = document;
    if (!isField(field) || !fieldNames.some((name) => name === field.name)) return undefined;
    const { name, selectionStart, selectionEnd } = field;
    return { field: name, start: selectionStart ?? 0, end: selectionEnd ?? 0, top };
  });
  /** Asked of the editor only as one leaves: it would have to measure what it shows. */
  const asOfNow = useEffectEvent((place: LastPosition): LastPosition => {
    if (wanted.current) return wanted.current;
    if (!live) return place;
    const selection = place.field === 'longDescription' && live.caret().selection;
    return { ...place, ...selection, sight: live.viewport() };
  });

  // Before what was written in goes from the page.
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let last = lastPositionOf(personId, draftKey);
    // Heard of, not asked for: a long text would be laid out at each letter.
    let top = last?.top ?? 0;

    function look() {
      last = lookAt(top) ?? last;
    }
    function note() {
      const isWritten = Object.values(keeper.text).some((value) => value !== '');
      const place = isWritten && last ? asOfNow({ ...last, top }) : undefined;
      saveLastPosition(personId, draftKey, place);
    }

    for (const name of ['selectionchange', 'focusin'] as const) {
      document.addEventListener(name, look, { signal });
    }
    for (const name of acts) {
      const heard = { signal, capture: true, passive: true };
      window.addEventListener(name, () => (wanted.current = undefined), heard);
    }
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
    // Who was led to what has no alternative text stays there.
    wanted.current =
      isWritten && hash !== describeHash ? lastPositionOf(personId, draftKey) : undefined;
    // What was formatted, because it is long, is so again.
    if (wanted.current?.sight) setTyping(true);
  }, [personId, draftKey, keeper, shown, setTyping, hash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: again as another text, or the editor, has come.
  useEffect(() => {
    // After the page's heading was handed the focus, and its beginning was scrolled to.
    const frame = requestAnimationFrame(() => {
      const place = wanted.current;
      if (!place) return;
      if (!live) return restoreInField(place);
      wanted.current = undefined;
      if (place.field === 'longDescription') live.restorePosition(place, place.sight);
      else restoreInField(place);
    });
    return () => cancelAnimationFrame(frame);
  }, [shown, live]);
}
