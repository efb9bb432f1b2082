import { z } from 'zod';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { signInExpired } from '../../problems.ts';
import type { SecondStep } from '../../second-step.ts';
import { type ForeignIdentity, holdTokenVersion } from '../account-store.ts';
import { dropExpiredTokens, issueToken, peekToken } from '../one-time-tokens.ts';
import { methodsOf } from './factor-store.ts';

/** How long the second step may wait. */
const ticketLifetimeMs = 5 * 60_000;

export interface StepParts {
  readonly storage: Storage;
  readonly now: () => number;
}

/** A sign-in whose first step went well. */
export interface FirstStep {
  readonly personId: string;
  /** What the second step joins to the account: a Google account whose owner knew the password. */
  readonly link?: ForeignIdentity | undefined;
}

const payloadSchema = z.object({
  link: z.object({ issuer: z.string(), subject: z.string() }).optional(),
});

/**
 * What follows a first step that went well: undefined where the account asks for no second. Throws `sign-in-expired`
 * where the account has another token version by now: its password was changed since the step was made.
 */
export async function askSecondStep(
  { storage, now }: StepParts,
  { personId, link }: FirstStep,
  tokenVersion?: number,
): Promise<SecondStep | undefined> {
  const methods = await methodsOf(storage.writer, personId);
  if (methods.length === 0) return undefined;
  const ticket = await storage.write(
    async ({ db }: Write) => {
      const isOver =
        tokenVersion !== undefined && !(await holdTokenVersion(db, personId, tokenVersion));
      if (isOver) throw signInExpired();
      await dropExpiredTokens(db, now());
      return issueToken(db, {
        purpose: 'second-step',
        personId,
        payload: { link },
        expiresAt: now() + ticketLifetimeMs,
      });
    },
    { lockKeys: ['expired-tokens'] },
  );
  return { ticket, methods: [...methods] };
}

/** Whose sign-in a ticket carries on, leaving it usable; undefined for one that is unknown, used or out of date. */
export async function readTicket(
  { storage, now }: StepParts,
  ticket: string,
): Promise<FirstStep | undefined> {
  const known = await peekToken(storage.writer, ['second-step'], ticket, now());
  const payload = payloadSchema.safeParse(known?.payload).data;
  return known?.personId && payload ? { personId: known.personId, link: payload.link } : undefined;
}
