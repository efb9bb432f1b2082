import { blogNotFound } from '../../../blog/contract.ts';
import { restore, type Transition } from '../../../blog/life.ts';
import { changeBlog, changeComment } from '../../../blog/server/text-life.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { labelOfPair, recordAudit } from '../../../identity/audit-log.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import { normalEmail, type Person, personTag } from '../../../identity/person.ts';
import { isId } from '../../../platform/text/id.ts';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import {
  accountNotFound,
  handOverNotFound,
  importedNotFound,
  nothingToHandOver,
} from '../contract.ts';
import type { HandedOver } from './claim-job.ts';
import {
  findTextsOf,
  type Move,
  type MovePorts,
  moveTexts,
  type Texts,
  textsAtOnce,
} from './move-texts.ts';
import './tables.ts';

const dayMs = 24 * 60 * 60_000;

/** How long a hand-over can be taken back. */
export const handOverRetention: readonly RetentionRule[] = [
  { table: 'hand_overs', key: ['id'], column: 'made_at', keptMs: 30 * dayMs },
];

/** Which of these hand-overs can be taken back. */
export async function undoableAmong(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('hand_overs').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export interface HandOverParts extends StaffParts, MovePorts {
  /** Makes a removed blog a draft. */
  readonly restoreAsDraft: (
    write: Write,
    blog: { id: string; authorId: string; by: string; now: number },
  ) => Promise<void>;
  readonly onHandedOver: HandedOver;
  readonly now: () => number;
}

type Db = Pick<Reader, 'selectFrom'>;

/** Checks that a person is an imported author without an account. Throws `imported-author-not-found`. */
export async function assertImported(db: Db, id: string): Promise<void> {
  const row = isId(id)
    ? await db
        .selectFrom('people')
        .select('id')
        .where('id', '=', id)
        .where('email', 'is', null)
        .where('subject', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw importedNotFound();
}

/** Finds the account of an address, unless it is ending. Throws `account-not-found`. */
async function findAccount(db: Db, email: string): Promise<string> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', normalEmail(email))
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw accountNotFound();
  return row.id;
}

/** Finds one blog of an author, in any state. Throws `blog-not-found`. */
async function oneOf({ db }: Write, authorId: string, blogId: string): Promise<Texts> {
  const row = isId(blogId)
    ? await allTexts(db)
        .selectFrom('blogs')
        .select('id')
        .where('id', '=', blogId)
        .where('author_id', '=', authorId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw blogNotFound();
  return { blogs: [row.id], comments: [] };
}

async function noteHanded({ db }: Write, handOverId: string, { blogs, comments }: Texts) {
  const rows = [
    ...blogs.map((id) => ({ hand_over_id: handOverId, kind: 'blog', text_id: id })),
    ...comments.map((id) => ({ hand_over_id: handOverId, kind: 'comment', text_id: id })),
  ];
  if (rows.length > 0) await db.insertInto('handed_texts').values(rows).execute();
}

export interface HandOver {
  readonly authorId: string;
  readonly email: string;
  /** Null for all of the author's texts. */
  readonly blogId: string | null;
}

/**
 * Gives texts to an account, a batch per write; resolves to their number. Quotas are not checked: the owner decides
 * what the site stores. From then on the texts count towards the account's quotas. After an interruption, a second call
 * moves the rest.
 */
export async function handOverTexts(
  parts: HandOverParts,
  by: Person,
  { authorId, email, blogId }: HandOver,
): Promise<number> {
  const { storage, now } = parts;
  const id = rowId();
  const from = authorId.toLowerCase();
  // Read before the write to know which person to lock; the write checks it again.
  const expected = await findAccount(storage.writer, email).catch(() => '');
  let count = 0;
  for (;;) {
    const given = await writeAsStaff(
      parts,
      { person: by, access: 'owner', isContinued: count > 0 },
      async (write) => {
        const { db } = write;
        await assertImported(db, from);
        const to = await findAccount(db, email);
        if (to !== expected) throw accountNotFound();
        const texts =
          blogId === null
            ? await findTextsOf(write, from)
            : await oneOf(write, from, blogId.toLowerCase());
        if (count === 0) {
          if (texts.blogs.length + texts.comments.length === 0) throw nothingToHandOver();
          await db
            .insertInto('hand_overs')
            .values({ id, from_id: from, to_id: to, made_at: now() })
            .execute();
          const subject = { kind: 'hand-over', id, label: labelOfPair(from, to) };
          await recordAudit(write, { by, action: 'texts-handed-over', subject, at: now() });
        }
        const moved = await moveTexts(write, parts, { from, to }, texts);
        await noteHanded(write, id, moved);
        const { blogs: blogIds } = moved;
        if (blogIds.length > 0) await parts.onHandedOver(write, { blogIds, to, now: now() });
        return blogIds.length + moved.comments.length;
      },
      [personTag(from), ...(expected && expected !== by.id ? [personTag(expected)] : [])],
    );
    count += given;
    if (blogId !== null || given < textsAtOnce) return count;
  }
}

/** Ends the hold of a text whose author deleted the account. */
const comeHome: Transition = (life) =>
  life.isAuthorAway ? { ...life, isAuthorAway: false } : undefined;

/**
 * Frees texts that were taken back from what their account did to them: what it removed would be restorable by nobody,
 * and what went with the account would stay hidden. Blogs that it removed become drafts, comments are as they were.
 */
async function bringBack(
  write: Write,
  { restoreAsDraft, now }: HandOverParts,
  { blogs, comments }: Texts,
  { authorId, by }: { readonly authorId: string; readonly by: string },
): Promise<void> {
  for (const id of blogs) {
    await changeBlog(write, id, comeHome);
    await restoreAsDraft(write, { id, authorId, by, now: now() });
  }
  for (const id of comments) {
    await changeComment(write, id, comeHome);
    await changeComment(write, id, restore(now()));
  }
}

/** Takes back a hand-over, a batch per write. Throws `hand-over-not-found`. */
export async function takeBack(parts: HandOverParts, by: Person, id: string): Promise<void> {
  const { storage, now } = parts;
  const find = (db: Db) =>
    db
      .selectFrom('hand_overs')
      .select(['from_id', 'to_id'])
      .where('id', '=', id)
      .executeTakeFirst();
  const known = isId(id) ? await find(storage.writer) : undefined;
  const people = known ? [known.from_id, known.to_id].filter((one) => one !== by.id) : [];
  for (let isContinued = false; ; isContinued = true) {
    const isDone = await writeAsStaff(
      parts,
      { person: by, access: 'owner', isContinued },
      async (write) => {
        const { db } = write;
        const row = known && (await find(db));
        if (!row) throw handOverNotFound();
        const back: Move = { from: row.to_id, to: row.from_id };
        const rows = await db
          .selectFrom('handed_texts')
          .select(['kind', 'text_id'])
          .where('hand_over_id', '=', id)
          .limit(textsAtOnce)
          .execute();
        const idsOf = (kind: string) =>
          rows.flatMap((text) => (text.kind === kind ? [text.text_id] : []));
        const texts = { blogs: idsOf('blog'), comments: idsOf('comment') };
        const moved = await moveTexts(write, parts, back, texts);
        await bringBack(write, parts, moved, { authorId: back.to, by: by.id });
        for (const [kind, ids] of [
          ['blog', texts.blogs],
          ['comment', texts.comments],
        ] as const) {
          if (ids.length === 0) continue;
          await db
            .deleteFrom('handed_texts')
            .where('hand_over_id', '=', id)
            .where('kind', '=', kind)
            .where('text_id', 'in', ids)
            .execute();
        }
        if (!isContinued) {
          const label = labelOfPair(row.from_id, row.to_id);
          const subject = { kind: 'hand-over', id, label };
          await recordAudit(write, { by, action: 'hand-over-taken-back', subject, at: now() });
        }
        if (rows.length === textsAtOnce) return false;
        await db.deleteFrom('hand_overs').where('id', '=', id).execute();
        return true;
      },
      people.map(personTag),
    );
    if (isDone) return;
  }
}
