import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WhyHeld } from '../../held.ts';
import type { HoldRow } from './moderation-holds.ts';

/** Why somebody's own text isn't in sight. */
export function presentWhyHeld({ state, reason, held_at }: HoldRow): WhyHeld {
  return { state: state === 'waiting' ? state : 'hidden', reason, since: isoOf(held_at) };
}
