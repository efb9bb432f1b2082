import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WhyHeld } from '../../held.ts';
import type { HeldRow } from './held-texts.ts';

/** Why somebody's own text isn't in sight. */
export function presentWhyHeld({ state, reason, held_at }: HeldRow): WhyHeld {
  return { state: state === 'waiting' ? state : 'hidden', reason, since: isoOf(held_at) };
}
