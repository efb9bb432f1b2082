import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as blogs from './migrations/0001-blogs.ts';
import * as identity from './migrations/0002-identity.ts';
import * as writing from './migrations/0003-writing.ts';
import * as oneLimiter from './migrations/0004-one-limiter.ts';
import * as keptHtml from './migrations/0005-kept-html.ts';
import * as whatPeopleHold from './migrations/0006-what-people-hold.ts';
import * as writeMarks from './migrations/0007-write-marks.ts';
import * as lastingAccounts from './migrations/0008-lasting-accounts.ts';
import * as secondFactors from './migrations/0009-second-factors.ts';
import * as titlesInOrder from './migrations/0010-titles-in-order.ts';
import * as pictures from './migrations/0011-pictures.ts';
import * as anyNumberOfDrafts from './migrations/0012-any-number-of-drafts.ts';
import * as waysOn from './migrations/0013-ways-on.ts';
import * as undo from './migrations/0014-undo.ts';
import * as whoRunsTheSite from './migrations/0015-who-runs-the-site.ts';
import * as moderation from './migrations/0016-moderation.ts';
import * as siteSettings from './migrations/0017-site-settings.ts';
import * as letters from './migrations/0018-letters.ts';
import * as draftsAgain from './migrations/0019-drafts-again.ts';
import * as alternativeTexts from './migrations/0020-alternative-texts.ts';
import * as whatDraftsLack from './migrations/0021-what-drafts-lack.ts';
import * as reportedPeople from './migrations/0022-reported-people.ts';
import * as actsStay from './migrations/0023-acts-stay.ts';
import * as oneLife from './migrations/0024-one-life.ts';
import * as outbox from './migrations/0025-outbox.ts';
import type { Schema } from './schema.ts';
import { type Engine, StorageError } from './storage.ts';
import type { ReportRows, UpgradeHooks } from './upgrade-hooks.ts';

interface Step {
  /** Whether it writes the texts of people anew: the database is backed up before it. */
  readonly rewrites?: boolean;
  up(db: Kysely<never>, report: ReportRows): Promise<void>;
  upSqlite?(db: Kysely<never>, report: ReportRows): Promise<void>;
  upPostgres?(db: Kysely<never>, report: ReportRows): Promise<void>;
}

/**
 * One sequence for the whole site: tables refer to each other, whichever slice owns them. Forward only. A released step
 * is never edited: what it lacks comes in the next number.
 */
const steps: Readonly<Record<string, Step>> = {
  '0001-blogs': blogs,
  '0002-identity': identity,
  '0003-writing': writing,
  '0004-one-limiter': oneLimiter,
  '0005-kept-html': keptHtml,
  '0006-what-people-hold': whatPeopleHold,
  '0007-write-marks': writeMarks,
  '0008-lasting-accounts': lastingAccounts,
  '0009-second-factors': secondFactors,
  '0010-titles-in-order': titlesInOrder,
  '0011-pictures': pictures,
  '0012-any-number-of-drafts': anyNumberOfDrafts,
  '0013-ways-on': waysOn,
  '0014-undo': undo,
  '0015-who-runs-the-site': whoRunsTheSite,
  '0016-moderation': moderation,
  '0017-site-settings': siteSettings,
  '0018-letters': letters,
  '0019-drafts-again': draftsAgain,
  '0020-alternative-texts': alternativeTexts,
  '0021-what-drafts-lack': whatDraftsLack,
  '0022-reported-people': reportedPeople,
  '0023-acts-stay': actsStay,
  '0024-one-life': oneLife,
  '0025-outbox': outbox,
};

function migrationsFor(engine: Engine, hooks: UpgradeHooks = {}): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      {
        async up(db: Kysely<never>) {
          const report: ReportRows = (done, of, what) => hooks.onRows?.(name, done, of, what);
          hooks.onStep?.(name);
          await step.up(db, report);
          await (engine === 'sqlite' ? step.upSqlite?.(db, report) : step.upPostgres?.(db, report));
        },
      },
    ]),
  );
}

function migratorOf(
  db: Kysely<Schema>,
  engine: Engine,
  { schema, hooks }: { readonly schema?: string | undefined; readonly hooks?: UpgradeHooks } = {},
): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrationsFor(engine, hooks) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
}

/** The steps of this version, in their order. */
export const stepNames: readonly string[] = Object.keys(steps);

/**
 * Makes the tables of an empty database as they were after `last`, in the schema that its connection works in. For what
 * puts a backup back, or looks at how databases of old versions fare.
 */
export async function migrateTo(
  db: Kysely<Schema>,
  engine: Engine,
  last: string,
  schema?: string,
): Promise<void> {
  const { error } = await migratorOf(db, engine, { schema }).migrateTo(last);
  if (error) throw new StorageError('The tables could not be made.', { cause: error });
}

async function appliedSteps(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return rows.map((row) => row.name);
}

/** The steps among these that this version doesn't know: a newer one made them. */
export function unknownSteps(names: readonly string[]): readonly string[] {
  return names.filter((name) => !(name in steps));
}

const isRewriting = (name: string) => steps[name]?.rewrites === true;

/** Nobody but people writes texts, and each of them has an author or an owner here. */
async function hasPeople(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Has the database backed up where one of these steps writes the texts of people anew, and there are any. Throws
 * `StorageError` where nobody is there to do that.
 */
async function protectTexts(
  db: Kysely<Schema>,
  pending: readonly string[],
  { beforeRewriting }: UpgradeHooks,
): Promise<void> {
  const rewriting = pending.find(isRewriting);
  if (rewriting === undefined || !(await hasPeople(db))) return;
  if (!beforeRewriting) {
    throw new StorageError(
      `The database is of an older version, and ${rewriting} writes all texts anew. Start the site once: it makes a backup first.`,
    );
  }
  await beforeRewriting(rewriting);
}

/**
 * Brings the database to this version, in one transaction: a process that is killed meanwhile leaves it as it was.
 * Throws `StorageError` and touches nothing when the database was made by a newer version.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  hooks: UpgradeHooks = {},
): Promise<number> {
  const applied = await appliedSteps(db);
  const unknown = unknownSteps(applied);
  if (unknown.length > 0) {
    throw new StorageError(
      `The database was made by a newer version of The Content Hub (it knows ${unknown.join(', ')}). Update the program, or point it at another database.`,
    );
  }
  const isNew = applied.length === 0;
  const pending = stepNames.filter((name) => !applied.includes(name));
  if (!isNew) await protectTexts(db, pending, hooks);
  // Of a database that is made there is nothing to report.
  const migrator = migratorOf(db, engine, { hooks: isNew ? {} : hooks });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error)
    throw new StorageError('The database could not be brought up to date.', { cause: error });
  if (!isNew && results.length > 0)
    hooks.onDone?.(results.map(({ migrationName }) => migrationName));
  return results.length;
}

/** True when every step of this version has been applied, and no other. */
export async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const applied = await appliedSteps(db);
  return unknownSteps(applied).length === 0 && stepNames.every((name) => applied.includes(name));
}
