import { z } from 'zod';
import { defineProblem } from '../platform/contract/problems.ts';

/** What people write for others, and staff may take out of sight. */
export const textKinds = ['blog', 'comment'] as const;
export type TextKind = (typeof textKinds)[number];
export const textKindSchema = z.enum(textKinds, { error: 'kind must be blog or comment.' });

/**
 * Why a text is out of sight: it waits for somebody to look at it, staff hide it, or they removed it, and it goes for good
 * after a week.
 */
export const heldStates = ['waiting', 'hidden', 'removed'] as const;
export type HeldState = (typeof heldStates)[number];

/** What staff say of a blog beside its text: nobody comments any more; it doesn't stand among the featured. */
export const blogMarks = ['locked', 'unfeatured'] as const;
export type BlogMark = (typeof blogMarks)[number];

/** Texts of one person that may wait at a time. */
export const waitingMax = 20;

export const tooManyWaiting = defineProblem(
  'too-many-waiting',
  409,
  'As many of your texts as may wait for approval do so already. Please send this once some of them were looked at.',
);

/** What a writer is told of a text of theirs that isn't in sight. */
export const whyHeldSchema = z.object({
  state: z.enum(['waiting', 'hidden']),
  /** In words for people. */
  reason: z.string(),
  since: z.iso.datetime(),
});
export type WhyHeld = z.output<typeof whyHeldSchema>;
