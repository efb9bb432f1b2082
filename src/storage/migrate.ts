import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import { type AppliedStep, selectAppliedSteps } from './applied-steps.ts';
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
import * as schemaCompatibility from './migrations/0026-schema-compatibility.ts';
import * as consents from './migrations/0027-consents.ts';
import * as pictureUses from './migrations/0028-picture-uses.ts';
import * as uploadFolders from './migrations/0029-upload-folders.ts';
import * as changeHistory from './migrations/0030-change-history.ts';
import * as goneBlogs from './migrations/0031-gone-blogs.ts';
import * as discussedBlogs from './migrations/0032-discussed-blogs.ts';
import * as blogReads from './migrations/0033-blog-reads.ts';
import * as notifications from './migrations/0034-notifications.ts';
import * as following from './migrations/0035-following.ts';
import * as conversation from './migrations/0036-conversation.ts';
import * as tags from './migrations/0037-tags.ts';
import * as textSearch from './migrations/0038-text-search.ts';
import * as feedTokens from './migrations/0039-feed-tokens.ts';
import * as redirects from './migrations/0040-redirects.ts';
import * as editors from './migrations/0041-editors.ts';
import * as tokens from './migrations/0042-tokens.ts';
import * as webhooks from './migrations/0043-webhooks.ts';
import * as imports from './migrations/0044-imports.ts';
import * as blogMonths from './migrations/0046-blog-months.ts';
import * as editorRole from './migrations/0047-editor-role.ts';
import * as readingHistory from './migrations/0048-reading-history.ts';
import * as emptyDrafts from './migrations/0049-empty-drafts.ts';
import * as searchDates from './migrations/0051-search-dates.ts';
import * as plainLetters from './migrations/0052-plain-letters.ts';
import * as joinedWords from './migrations/0053-joined-words.ts';
import { migrationLock, writeLock } from './postgres/locks.ts';
import type { Schema } from './schema.ts';
import { type Engine, StorageError } from './storage.ts';
import type { ReportRows, UpgradeHooks } from './upgrade-hooks.ts';

interface Step {
  /** Whether it rewrites people's texts: the database is backed up first. */
  readonly rewrites?: boolean;
  /**
   * Names the oldest version that can keep reading and writing after this step, by that version's last step: the
   * previous step if this one only expands the schema; if it contracts it, the step since which no version uses what is
   * removed; null if no older version can. Every step from 0026 on declares it.
   */
  readonly compatibleFrom?: string | null;
  up(db: Kysely<never>, report: ReportRows): Promise<void>;
  upSqlite?(db: Kysely<never>, report: ReportRows): Promise<void>;
  upPostgres?(db: Kysely<never>, report: ReportRows): Promise<void>;
}

/** The first step that declares compatibility: it creates the table for it. */
const firstSaid = '0026-schema-compatibility';

export type Steps = Readonly<Record<string, Step>>;

/**
 * One sequence for the whole site, because tables of different slices reference each other. Forward only. A released
 * step is never edited: a correction is a new step.
 */
const steps: Steps = {
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
  [firstSaid]: schemaCompatibility,
  '0027-consents': consents,
  '0028-picture-uses': pictureUses,
  '0029-upload-folders': uploadFolders,
  '0030-change-history': changeHistory,
  '0031-gone-blogs': goneBlogs,
  '0032-discussed-blogs': discussedBlogs,
  '0033-blog-reads': blogReads,
  '0034-notifications': notifications,
  '0035-following': following,
  '0036-conversation': conversation,
  '0037-tags': tags,
  '0038-text-search': textSearch,
  '0039-feed-tokens': feedTokens,
  '0040-redirects': redirects,
  '0041-editors': editors,
  '0042-tokens': tokens,
  '0043-webhooks': webhooks,
  '0044-imports': imports,
  '0046-blog-months': blogMonths,
  '0047-editor-role': editorRole,
  '0048-reading-history': readingHistory,
  '0049-empty-drafts': emptyDrafts,
  '0051-search-dates': searchDates,
  '0052-plain-letters': plainLetters,
  '0053-joined-words': joinedWords,
};

interface MigratorOptions {
  readonly schema?: string | undefined;
  readonly hooks?: UpgradeHooks;
  /** Whether other processes may be reading and writing the database. */
  readonly isInUse?: boolean;
  readonly later?: Steps | undefined;
}

function migrationsFor(engine: Engine, options: MigratorOptions): Record<string, Migration> {
  const { hooks = {}, isInUse = false, later } = options;
  return Object.fromEntries(
    Object.entries({ ...steps, ...later }).map(([name, step]) => [
      name,
      {
        async up(db: Kysely<never>) {
          if (isInUse && engine === 'postgres') await waitForWriters(db);
          const report: ReportRows = (done, of, what) => hooks.onRows?.(name, done, of, what);
          hooks.onStep?.(name);
          await step.up(db, report);
          await (engine === 'sqlite' ? step.upSqlite?.(db, report) : step.upPostgres?.(db, report));
          if (name >= firstSaid && step.compatibleFrom)
            await sql`insert into schema_compatibility (step, compatible_from)
              values (${name}, ${step.compatibleFrom})`.execute(db);
          if (engine === 'sqlite') await touchSchema(db);
        },
      },
    ]),
  );
}

/** Changes the file's schema version, by which running processes notice a step, also where the step only writes rows. */
async function touchSchema(db: Kysely<never>): Promise<void> {
  await sql`create table schema_touch (step text)`.execute(db);
  await sql`drop table schema_touch`.execute(db);
}

/** Waits for running writes and blocks new ones: neither sees a half-migrated schema, and no deadlock arises. */
async function waitForWriters(db: Kysely<never>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db);
  // The only lock that older versions take.
  await sql`select pg_advisory_xact_lock(${writeLock})`.execute(db);
}

function migratorOf(db: Kysely<Schema>, engine: Engine, options: MigratorOptions): Migrator {
  const { schema } = options;
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrationsFor(engine, options) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
}

/** The steps of this version, in their order. */
export const stepNames: readonly string[] = Object.keys(steps);

/**
 * Creates the tables of an empty database as they were after `last`, in the connection's schema. For restoring backups
 * and for tests of old versions.
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

async function hasTable(db: Kysely<Schema>, engine: Engine, name: string): Promise<boolean> {
  const query =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`;
  return (await query.execute(db)).rows.length > 0;
}

async function appliedSteps(db: Kysely<Schema>, engine: Engine): Promise<readonly AppliedStep[]> {
  if (!(await hasTable(db, engine, 'kysely_migration'))) return [];
  const select = (await hasTable(db, engine, 'schema_compatibility'))
    ? selectAppliedSteps
    : 'select name, null as compatible_from from kysely_migration';
  const { rows } = await sql.raw<AppliedStep>(select).execute(db);
  return rows;
}

/** Whether a newer version applied it. */
const isUnknown = ({ name }: AppliedStep) => !(name in steps);

/** Steps of a newer version with which this version is not compatible. */
export function incompatibleSteps(applied: readonly AppliedStep[]): readonly string[] {
  return applied
    .filter(isUnknown)
    .filter(({ compatible_from: from }) => from === null || !(from in steps))
    .map(({ name }) => name);
}

const isRewriting = (name: string) => steps[name]?.rewrites === true;

/** Every text has an author or an owner in this table. */
async function hasPeople(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Backs up the database if one of these steps rewrites people's texts and there are any. Throws `StorageError` if no
 * backup hook is given.
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

/** PostgreSQL ends one of two transactions that wait for each other: a reader may lock tables in another order than a step. */
const isDeadlock = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '40P01';
const attemptsMax = 5;

/** Runs all pending steps in one transaction, and again after a deadlock. */
async function runSteps(migrator: Migrator): Promise<readonly MigrationResult[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error === undefined) return results;
    if (!isDeadlock(error) || attempt === attemptsMax) {
      throw new StorageError('The database could not be brought up to date.', { cause: error });
    }
  }
}

/**
 * Migrates the database to this version in one transaction: if the process is killed, nothing changes. Throws
 * `StorageError` and changes nothing if a newer, incompatible version has migrated the database. `later` are future
 * steps, for tests.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  hooks: UpgradeHooks = {},
  later?: Steps,
): Promise<number> {
  const applied = await appliedSteps(db, engine);
  const done = new Set(applied.map(({ name }) => name));
  const pending = stepNames.filter((name) => !done.has(name));
  // If newer steps are compatible and no step of this version is pending, there is nothing to do.
  const unknown = pending.length > 0 ? applied.filter(isUnknown) : [];
  const newer = [...new Set([...incompatibleSteps(applied), ...unknown.map(({ name }) => name)])];
  if (newer.length > 0) {
    throw new StorageError(
      `The database was made by a newer version of The Content Hub (it knows ${newer.join(', ')}). Update the program, or point it at another database.`,
    );
  }
  if (applied.some(isUnknown) || (pending.length === 0 && !later)) return 0;
  const isNew = applied.length === 0;
  if (!isNew) await protectTexts(db, pending, hooks);
  // A new database has no rows to report progress on.
  const migrator = migratorOf(db, engine, { hooks: isNew ? {} : hooks, isInUse: true, later });
  const results = await runSteps(migrator);
  if (!isNew && results.length > 0)
    hooks.onDone?.(results.map(({ migrationName }) => migrationName));
  return results.length;
}

/** True if every step of this version has been applied and no incompatible one. */
export async function isMigrated(db: Kysely<Schema>, engine: Engine): Promise<boolean> {
  const applied = await appliedSteps(db, engine);
  const done = new Set(applied.map(({ name }) => name));
  return incompatibleSteps(applied).length === 0 && stepNames.every((name) => done.has(name));
}
