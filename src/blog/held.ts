import { z } from 'zod';
import { defineProblem } from '../platform/contract/problems.ts';

/** The kinds of texts that staff may hide or remove. */
export const textKinds = ['blog', 'comment'] as const;
export type TextKind = (typeof textKinds)[number];
export const textKindSchema = z.enum(textKinds, { error: 'kind must be blog or comment.' });

/** Why a text isn't visible: it waits for review, staff hide it, or staff removed it, and it is deleted after a week. */
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

/** What an author learns about a text of theirs that isn't visible. */
export const whyHeldSchema = z.object({
  state: z.enum(['waiting', 'hidden']),
  /** In words for people. */
  reason: z.string(),
  since: z.iso.datetime(),
});
export type WhyHeld = z.output<typeof whyHeldSchema>;
