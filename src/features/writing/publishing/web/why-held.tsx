import type { WhyHeld } from '../../../../blog/held.ts';
import { Moment } from '../../../../platform/web/ui/moment.tsx';

/** Toast for a saved text under a hold. */
export function savedUnderHold({ state }: WhyHeld): string {
  return state === 'waiting'
    ? 'Saved. It waits for approval; until then only you see it.'
    : 'Saved. It stays hidden; only you see it.';
}

/** Note above a blog under a hold. */
export function WhyHeldNote({ held }: { readonly held: WhyHeld }) {
  const { state, reason, since } = held;
  return (
    <div role="note" className="mb-6 max-w-measure border-l-2 border-bad pl-4">
      <p className="font-semibold">
        {state === 'waiting' ? 'It waits for approval' : 'It is hidden'}, since{' '}
        <Moment at={since} />.
      </p>
      {reason !== '' && (
        <p className="wrap-anywhere">
          Reason: <span dir="auto">{reason}</span>
        </p>
      )}
      <p>Only you see this blog. You can go on writing it, export it, or delete it.</p>
    </div>
  );
}
