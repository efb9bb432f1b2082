import { markCurrentPart } from './mark-current-part.ts';

/** Adds to a text what it has a use for, until the signal. */
export function enlivenText(text: HTMLElement, signal: AbortSignal): void {
  markCurrentPart(text, signal);
}
