import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WhyHeld } from '../../held.ts';
import type { HoldRow } from './moderation-holds.ts';

/** Why an author's own text isn't visible. */
export function presentWhyHeld({ state, reason, held_at }: HoldRow): WhyHeld {
  return { state: state === 'waiting' ? state : 'hidden', reason, since: isoOf(held_at) };
}
