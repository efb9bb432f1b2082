import { z } from 'zod';
import { defineProblem } from '../platform/contract/problems.ts';

/** The kinds of texts that staff may hide or remove. */
export const textKinds = ['blog', 'comment'] as const;
export type TextKind = (typeof textKinds)[number];
export const textKindSchema = z.enum(textKinds, { error: 'kind must be blog or comment.' });

/**
 * Why a text isn't visible: it waits for review, staff hid it, or staff removed it; a removed text is deleted after a
 * week.
 */
export const heldStates = ['waiting', 'hidden', 'removed'] as const;
export type HeldState = (typeof heldStates)[number];

/** Flags that staff set on a blog: no more comments; not among the featured blogs. */
export const blogMarks = ['locked', 'unfeatured'] as const;
export type BlogMark = (typeof blogMarks)[number];

/** Most texts of one person that wait for review at a time. */
export const waitingMax = 20;

export const tooManyWaiting = defineProblem(
  'too-many-waiting',
  409,
  'As many of your texts as may wait for approval do so already. Please send this once some of them were looked at.',
);

/** Shown to an author whose text isn't visible. */
export const whyHeldSchema = z.object({
  state: z.enum(['waiting', 'hidden']),
  /** In plain language. */
  reason: z.string(),
  since: z.iso.datetime(),
});
export type WhyHeld = z.output<typeof whyHeldSchema>;
