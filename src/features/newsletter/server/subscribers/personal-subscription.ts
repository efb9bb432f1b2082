import { z } from 'zod';
import { personalByAddress } from '../../../../identity/personal-by-address.ts';
import type { PersonalData } from '../../../../identity/personal-data.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { endSubscription } from './subscriber-store.ts';

const consentSchema = z.object({
  form: z.string(),
  words: z.string(),
  asked_at: z.number().nullable(),
  confirmed_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  ended_by: z.string().nullable(),
});

const subscriptionSchema = z.object({
  email: z.string(),
  /** Of an active subscription: when it began, and consecutive e-mails that the address refused. */
  created_at: z.number().nullable(),
  bounces: z.number().nullable(),
  consent: consentSchema,
});

/** Personal data of this feature: the consents and the subscription of the person's address. */
export function personalSubscription(storage: Storage): PersonalData {
  return personalByAddress(storage, {
    name: 'newsletter',
    row: subscriptionSchema,
    async *rowsOf(email) {
      const rows = await storage.reader
        .selectFrom('newsletter_consents as c')
        .leftJoin('subscribers as s', (join) =>
          join.onRef('s.email', '=', 'c.email').on('c.ended_at', 'is', null),
        )
        .select(['c.email', 'created_at', 'bounces', 'form', 'words'])
        .select(['asked_at', 'confirmed_at', 'ended_at', 'ended_by'])
        .where('c.email', '=', email)
        .orderBy('c.id')
        .execute();
      for (const row of rows) yield { ...row, consent: row };
    },
    /** Immediate and permanent: a restored account has to subscribe again. */
    async release(write, email) {
      await endSubscription(write, { email }, 'account', Date.now());
    },
    async end({ db }, email) {
      for (const table of [
        'subscribers',
        'subscription_requests',
        'newsletter_consents',
      ] as const) {
        await db.deleteFrom(table).where('email', '=', email).execute();
      }
    },
  });
}
