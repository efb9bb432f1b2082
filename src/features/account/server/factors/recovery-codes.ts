import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Reader, Write } from '../../../../storage/storage.ts';

type Db = Write['db'];

const recoveryCodeCount = 10;
/** 80 random bits can't be guessed, even with the stored hashes, so a plain hash is enough. */
const codeBytes = 10;

/** Formatted as `abcd-efgh-ijkl-mnop`. */
function createRecoveryCode(): string {
  const signs = new Secret({ size: codeBytes }).base32.toLowerCase();
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/** The same for all spellings of a code: upper case, other separators, digit 0 for the letter o, digit 1 for l. */
function hashCode(personId: string, code: string): string {
  const signs = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const plain = signs.replace(/[^a-z2-7]/g, '');
  return createHash('sha256').update(`${personId} ${plain}`).digest('hex');
}

/** Replaces all codes by new ones. Only their hashes are stored, so they are shown once. */
export async function replaceRecoveryCodes(db: Db, personId: string): Promise<readonly string[]> {
  await dropRecoveryCodes(db, personId);
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashCode(personId, code) })))
    .execute();
  return codes;
}

/** Spends a code; false where it isn't valid, or was spent before, even concurrently. */
export async function spendRecoveryCode(db: Db, personId: string, code: string): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashCode(personId, code))
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropRecoveryCodes(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
}

export async function countRecoveryCodes(
  db: Pick<Reader, 'selectFrom'>,
  personId: string,
): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((count) => count.fn.countAll().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
