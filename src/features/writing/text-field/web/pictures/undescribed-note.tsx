import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../../../platform/web/ui/button.tsx';
import type { Selection } from '../markdown-commands.ts';

/** Fragment of an editor's address that leads to a missing alternative text. */
export const describeHash = '#describe';

/** Length of the mark before a picture's description. */
const markLength = '!['.length;

interface UndescribedNoteProps {
  /** Number of pictures in the text without alternative text. */
  readonly undescribed: number;
  /** Position of the first one. */
  readonly at: number | undefined;
  /** Moves the caret there. */
  readonly onShow: (place: Selection) => void;
  /** True where the fragment refers to this note, and not to the cover. */
  readonly isCalled: boolean;
}

/** Asks for missing alternative texts, with a link to the first. Optional. */
export function UndescribedNote({ undescribed, at, onShow, isCalled }: UndescribedNoteProps) {
  const wasCalled = useRef(false);
  const place = at === undefined ? undefined : { start: at + markLength, end: at + markLength };
  const show = useEffectEvent(() => place && onShow(place));

  const isDue = isCalled && place !== undefined;
  useEffect(() => {
    if (!isDue || wasCalled.current) return;
    wasCalled.current = true;
    // After navigation has focused the page's heading.
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
