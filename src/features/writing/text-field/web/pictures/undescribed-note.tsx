import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import type { Selection } from '../markdown-commands.ts';

/** What an address ends with that leads to what has no alternative text, in the editor. */
export const describeHash = '#describe';

/** Before the words that a picture's Markdown begins with. */
const markLength = '!['.length;

interface UndescribedNoteProps {
  /** Pictures in the text that have no alternative text. */
  readonly undescribed: number;
  /** Where the first of them begins. */
  readonly at: number | undefined;
  /** Puts the caret there. */
  readonly onShow: (place: Selection) => void;
  /** True where the address leads here, and not to the cover. */
  readonly isCalled: boolean;
}

/** Asks for what pictures of the text show, and leads to the first that doesn't say. Nobody has to. */
export function UndescribedNote({ undescribed, at, onShow, isCalled }: UndescribedNoteProps) {
  const wasCalled = useRef(false);
  const place = at === undefined ? undefined : { start: at + markLength, end: at + markLength };
  const show = useEffectEvent(() => place && onShow(place));

  const isDue = isCalled && place !== undefined;
  useEffect(() => {
    if (!isDue || wasCalled.current) return;
    wasCalled.current = true;
    // After the page's heading was handed the focus.
    const frame = requestAnimationFrame(() => show());
    return () => cancelAnimationFrame(frame);
  }, [isDue]);

  if (undescribed === 0 || !place) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-rule py-1 text-sm text-soft">
      <p>
        {undescribed === 1
          ? '1 picture in the text has no alternative text.'
          : `${undescribed} pictures in the text have no alternative text.`}
      </p>
      <Button look="plain" size="small" onClick={() => onShow(place)}>
        {undescribed === 1 ? 'Describe it' : 'Describe the first'}
      </Button>
    </div>
  );
}
