import type { WhyHeld } from '../../../../blog/held.ts';

/** What a toast says of a text that was saved, and that others don't see. */
export function savedAside({ state }: WhyHeld): string {
  return state === 'waiting'
    ? 'Saved. It waits for approval; until then only you see it.'
    : 'Saved. It stays hidden; only you see it.';
}

/** Stands above a blog that others don't see. */
export function WhyHeldNote({ held }: { readonly held: WhyHeld }) {
  const word = held.state === 'waiting' ? 'It waits for approval.' : 'It is hidden.';
  return (
    <p role="note" className="mb-6 border-l-2 border-bad pl-4">
      <span className="font-semibold">{word}</span> {held.reason} Only you see this blog. You can go
      on writing it.
    </p>
  );
}
