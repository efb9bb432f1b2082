import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { fieldNames } from '../../../../blog/fields.ts';
import type { DraftKeeper } from '../../drafts/web/keeper/draft-keeper.ts';
import type { LiveEditor } from '../../text-field/web/live/live-editor.ts';
import { describeHash } from '../../text-field/web/pictures/undescribed-note.tsx';
import type { ViewportPosition } from '../../text-field/web/text-surface.ts';
import type { WrittenOn } from '../../text-field/web/written-on.ts';

/**
 * The last position in a text: the field, its selection, the page's scroll offset, and in the formatted editor the part of
 * the text at the top of the viewport.
 */
const placeSchema = z.object({
  field: z.string(),
  start: z.number(),
  end: z.number(),
  /** CSS pixels. */
  top: z.number(),
  sight: z.object({ at: z.number(), below: z.number() }).optional(),
});
type LastPosition = z.output<typeof placeSchema>;

const placesSchema = z.array(z.tuple([z.string(), placeSchema]));

/** Number of texts whose position is stored on a device. */
const placesMax = 50;

function placesOf(personId: string): readonly (readonly [string, LastPosition])[] {
  try {
    return placesSchema.parse(JSON.parse(localStorage.getItem(`places:${personId}`) ?? '[]'));
  } catch {
    return [];
  }
}

/** The person's last position in a draft on this device, if it is stored. */
function lastPositionOf(personId: string, draftKey: string): LastPosition | undefined {
  return placesOf(personId).find(([key]) => key === draftKey)?.[1];
}

/** Stores a draft's position as the latest one; undefined removes it. */
function saveLastPosition(
  personId: string,
  draftKey: string,
  place: LastPosition | undefined,
): void {
  const others = placesOf(personId).filter(([key]) => key !== draftKey);
  const places = place ? [[draftKey, place], ...others] : others;
  try {
    localStorage.setItem(`places:${personId}`, JSON.stringify(places.slice(0, placesMax)));
  } catch {
    // Without storage the editor opens at the top.
  }
}

/** Attempts to restore the position in the editor, one in each frame; two are usual. */
const framesMax = 20;

function isSameViewport(now: ViewportPosition, wanted: ViewportPosition | undefined): boolean {
  return wanted === undefined || (now.at === wanted.at && Math.abs(now.below - wanted.below) < 1);
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** After one of these events the page no longer scrolls by itself. */
const interactions = ['keydown', 'beforeinput', 'pointerdown', 'wheel', 'touchstart'] as const;

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
  /** Grows each time the form shows a text that was loaded, not typed. */
  readonly shown: number;
  readonly writtenOn: WrittenOn;
}

/** Restores caret and scroll position to where this text was left on this device, and stores them on leaving. */
export function useScrollRestoration(options: Options): void {
  const { personId, draftKey, keeper, shown, writtenOn } = options;
  const { live } = writtenOn;
  const { hash } = useLocation();
  /** The position to restore once the editor is there, until the first interaction. */
  const wanted = useRef<LastPosition>(undefined);

  const lookAt = useEffectEvent((top: number): LastPosition | undefined => {
    if (live?.caret().hasFocus) return { field: 'longDescription', start: 0, end: 0, top };
    const { activeElement: field } = document;
    if (!isField(field) || !fieldNames.some((name) => name === field.name)) return undefined;
    const { name, selectionStart, selectionEnd } = field;
    return { field: name, start: selectionStart ?? 0, end: selectionEnd ?? 0, top };
  });
  /** Called on leaving only: the editor has to measure its layout for it. */
  const asOfNow = useEffectEvent((place: LastPosition): LastPosition => {
    if (wanted.current) return wanted.current;
    if (!live) return place;
    const selection = place.field === 'longDescription' && live.caret().selection;
    return { ...place, ...selection, sight: live.viewport() };
  });

  // A layout effect, whose cleanup runs before the fields leave the page.
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let last = lastPositionOf(personId, draftKey);
    // Updated by the scroll event: reading `scrollY` would force a layout at each keystroke.
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
    for (const name of interactions) {
      const listening = { signal, capture: true, passive: true };
      window.addEventListener(name, () => (wanted.current = undefined), listening);
    }
    window.addEventListener('scroll', () => (top = scrollY), { signal, passive: true });
    window.addEventListener('pagehide', note, { signal });
    document.addEventListener('visibilitychange', note, { signal });
    return () => {
      leaving.abort();
      note();
    };
  }, [personId, draftKey, keeper]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` changes when another text is shown, which has its own position.
  useEffect(() => {
    const isWritten = Object.values(keeper.text).some((value) => value !== '');
    // A link to the first picture without alternative text takes precedence.
    wanted.current =
      isWritten && hash !== describeHash ? lastPositionOf(personId, draftKey) : undefined;
  }, [personId, draftKey, keeper, shown, hash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` changes when another text is shown, whose position is restored then.
  useEffect(() => {
    let isOver = false;
    function restore() {
      const place = wanted.current;
      if (!place || isOver) return;
      if (live && place.field === 'longDescription') return restoreInEditor(live, place);
      restoreInField(place);
      if (live) wanted.current = undefined;
    }
    /** Repeated until the text stands still: the editor measures lines once they are shown, which may move it again. */
    function restoreInEditor(editor: LiveEditor, place: LastPosition, frames = framesMax) {
      if (wanted.current !== place || isOver) return;
      const isDone =
        frames === 0 || (frames < framesMax && isSameViewport(editor.viewport(), place.sight));
      if (isDone) {
        wanted.current = undefined;
        return;
      }
      editor.restorePosition(place, place.sight);
      requestAnimationFrame(() => restoreInEditor(editor, place, frames - 1));
    }
    // After navigation has focused the page's heading and scrolled to the top, and with the fonts that lines wrap by.
    requestAnimationFrame(() => document.fonts.ready.then(restore));
    return () => {
      isOver = true;
    };
  }, [shown, live]);
}
