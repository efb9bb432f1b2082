import { z } from 'zod';
import type { PersonalData } from '../../../../identity/personal-data.ts';
import { listTokens } from '../../../../identity/tokens/token-rows.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { Storage } from '../../../../storage/storage.ts';

const rowSchema = z.object({
  name: z.string(),
  scope: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});

/**
 * A person's tokens without their secrets: names and times only. They are deleted with the account by a foreign key.
 */
export function personalTokenList({ reader }: Storage): PersonalData {
  return {
    name: 'tokens',
    row: rowSchema,
    async *rowsOf(personId) {
      for (const token of await listTokens(reader, personId)) {
        const { name, scope, createdAt, expiresAt, lastUsedAt } = token;
        yield {
          name,
          scope,
          createdAt: isoOf(createdAt),
          expiresAt: expiresAt === null ? null : isoOf(expiresAt),
          lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
        };
      }
    },
  };
}
