import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Reader, Write } from '../../../../storage/storage.ts';

type Db = Write['db'];

const recoveryCodeCount = 10;
/** 80 random bits: nobody guesses them, not even with the stored hashes at hand, so a plain hash is enough. */
const codeBytes = 10;

/** As it is shown: `abcd-efgh-ijkl-mnop`. */
function createRecoveryCode(): string {
  const signs = new Secret({ size: codeBytes }).base32.toLowerCase();
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/** The same for every way to write a code down: in capitals, with other gaps, with a nought for the letter. */
function hashCode(personId: string, code: string): string {
  const signs = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const plain = signs.replace(/[^a-z2-7]/g, '');
  return createHash('sha256').update(`${personId} ${plain}`).digest('hex');
}

/** Makes new codes in the place of the old. They are shown now and never again. */
export async function replaceRecoveryCodes(db: Db, personId: string): Promise<readonly string[]> {
  await dropRecoveryCodes(db, personId);
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashCode(personId, code) })))
    .execute();
  return codes;
}

/** Uses a code up; false where it isn't one of theirs, or was used before, even at this instant. */
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
