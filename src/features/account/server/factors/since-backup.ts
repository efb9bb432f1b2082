import type { Replacement } from '../../../../identity/define-feature.ts';
import { listed } from '../../../../identity/since-backup.ts';
import type { Reader } from '../../../../storage/storage.ts';

async function keysOf(db: Reader) {
  const codes = await db.selectFrom('recovery_codes').select(['person_id', 'code_hash']).execute();
  const passkeys = await db.selectFrom('passkeys').select(['person_id', 'credential_id']).execute();
  const apps = await db.selectFrom('authenticators').select(['person_id', 'secret']).execute();
  const people = await db
    .selectFrom('people')
    .leftJoin('credentials', 'credentials.person_id', 'people.id')
    .select(['people.id', 'people.email', 'credentials.password_hash'])
    .where('email', 'is not', null)
    .execute();
  return { codes, passkeys, apps, people: new Map(people.map((row) => [row.id, row])) };
}

/**
 * Recovery codes that were used, and factors that were removed, after the backup was made stay invalid. Passwords and
 * addresses are as they were then: the later ones may be a thief's.
 */
export async function factorsSinceBackup({ restored, replaced, isKept }: Replacement) {
  const [then, now] = [await keysOf(restored), await keysOf(replaced)];
  const codes = new Set(now.codes.map(({ code_hash }) => code_hash));
  const passkeys = new Set(now.passkeys.map(({ credential_id }) => credential_id));
  const apps = new Set(now.apps.map(({ secret }) => secret));
  // Factors of a person who is missing in the replaced database weren't used or removed by that person.
  const isKnown = ({ person_id }: { readonly person_id: string }) => now.people.has(person_id);
  const usedCodes = then.codes.filter((row) => isKnown(row) && !codes.has(row.code_hash));
  const gonePasskeys = then.passkeys.filter(
    (row) => isKnown(row) && !passkeys.has(row.credential_id),
  );
  const goneApps = then.apps.filter((row) => isKnown(row) && !apps.has(row.secret));
  if (isKept) {
    for (const { code_hash } of usedCodes)
      await restored.deleteFrom('recovery_codes').where('code_hash', '=', code_hash).execute();
    for (const { credential_id } of gonePasskeys)
      await restored.deleteFrom('passkeys').where('credential_id', '=', credential_id).execute();
    for (const { person_id } of goneApps)
      await restored.deleteFrom('authenticators').where('person_id', '=', person_id).execute();
  }
  const counts = `${usedCodes.length} recovery codes, ${gonePasskeys.length} passkeys and ${goneApps.length} authenticator apps`;
  const outdated = [...then.people.values()].flatMap(({ id, email, password_hash }) => {
    const known = now.people.get(id);
    return known && known.password_hash !== password_hash && email !== null ? [email] : [];
  });
  const moved = [...then.people.values()].flatMap(({ id, email }) => {
    const known = now.people.get(id);
    return known && known.email !== email ? [`${email} (since then ${known.email})`] : [];
  });
  const isAny = usedCodes.length + gonePasskeys.length + goneApps.length > 0;
  return [
    ...(isAny
      ? [`${counts} that were used or removed since ${isKept ? 'open nothing' : 'work again'}.`]
      : []),
    ...(outdated.length > 0
      ? [
          `They have the password again that they had then: ${listed(outdated)}. Whose was changed because somebody else knew it needs a new one: npm run reset-password.`,
        ]
      : []),
    ...(moved.length > 0
      ? [
          `They have the address again that they had then: ${listed(moved)}. Whoever reads the old mailbox can set a new password: suspend whose mailbox is somebody else's (Manage, People), and change the others by a link of npm run reset-password.`,
        ]
      : []),
  ];
}
