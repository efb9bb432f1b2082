import { z } from 'zod';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { signInExpired } from '../../contract/problems.ts';
import type { SecondStep } from '../../contract/second-step.ts';
import { type ForeignIdentity, holdTokenVersion } from '../account-store.ts';
import { dropExpiredTokens, issueToken, peekToken } from '../one-time-tokens.ts';
import { methodsOf } from './factor-store.ts';

/** Time limit of the second step. */
const ticketLifetimeMs = 5 * 60_000;

export interface StepParts {
  readonly storage: Storage;
  readonly now: () => number;
}

/** A sign-in whose first step succeeded. */
export interface FirstStep {
  readonly personId: string;
  /** The identity to link after the second step: a Google account whose owner knew the password. */
  readonly link?: ForeignIdentity | undefined;
}

const payloadSchema = z.object({
  link: z.object({ issuer: z.string(), subject: z.string() }).optional(),
});

/**
 * Issues a ticket for the second step; undefined where the account requires none. Throws `sign-in-expired` where the
 * token version has changed: the password was changed since the first step.
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

/** The sign-in of a ticket, which stays usable; undefined for an unknown, used or expired one. */
export async function readTicket(
  { storage, now }: StepParts,
  ticket: string,
): Promise<FirstStep | undefined> {
  const known = await peekToken(storage.writer, ['second-step'], ticket, now());
  const payload = payloadSchema.safeParse(known?.payload).data;
  return known?.personId && payload ? { personId: known.personId, link: payload.link } : undefined;
}
