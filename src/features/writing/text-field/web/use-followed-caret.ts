import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { TextSurface } from './text-surface.ts';

/** Scrolls a preview next to the text in proportion to the caret's position. */
export function useFollowedCaret(
  preview: RefObject<HTMLElement | null>,
  surfaceNow: () => TextSurface | undefined,
  isBeside: boolean,
): void {
  const follow = useEffectEvent(() => {
    const surface = surfaceNow();
    const { current } = preview;
    if (!current || !surface || current.matches(':focus-within, :hover')) return;
    const part = surface.selection.end / Math.max(1, surface.length);
    const { scrollHeight, clientHeight } = current;
    current.scrollTop = part * scrollHeight - clientHeight / 2;
  });

  useEffect(() => {
    if (!isBeside) return;
    const listen = () => follow();
    document.addEventListener('selectionchange', listen);
    return () => document.removeEventListener('selectionchange', listen);
  }, [isBeside]);
}
