/** Cuts a text to at most `max` code points, at the end of a word where there is one, and marks the cut by an ellipsis. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  if (letters.length <= max) return line;
  const head = letters.slice(0, max).join('');
  const space = head.lastIndexOf(' ');
  // A word longer than half the room is cut inside rather than leave almost nothing.
  const kept = space > head.length / 2 ? head.slice(0, space) : letters.slice(0, max - 1).join('');
  return `${kept.replace(/[\s.,;:!?–—-]+$/u, '')}…`;
}
