import { z } from 'zod';
import type { PersonalData } from '../../../../identity/personal-data.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { findAuthenticator, listPasskeys } from './factor-store.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

const rowSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passkey'),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  }),
  z.object({ kind: z.literal('codes'), createdAt: z.string(), recoveryCodesLeft: z.int() }),
]);

/** Second factors without their secrets: names and times only. */
export function personalFactors({ reader }: Storage): PersonalData {
  return {
    name: 'secondFactors',
    row: rowSchema,
    async *rowsOf(personId) {
      for (const { name, createdAt, lastUsedAt } of await listPasskeys(reader, personId)) {
        yield {
          kind: 'passkey',
          name,
          createdAt: isoOf(createdAt),
          lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
        };
      }
      const authenticator = await findAuthenticator(reader, personId);
      if (!authenticator) return;
      const recoveryCodesLeft = await countRecoveryCodes(reader, personId);
      yield { kind: 'codes', createdAt: isoOf(authenticator.createdAt), recoveryCodesLeft };
    },
  };
}
