import { isVisible, type Life } from '../../../blog/life.ts';
import {
  findBlogsOfAnyState,
  findCommentsOfAnyState,
} from '../../../blog/server/held/held-texts.ts';
import { paths } from '../../../paths.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { Notification } from '../contract.ts';
import { countedMax, type Kind, type Outcome, outcomes } from '../kinds.ts';
import { idsOf, type NotificationRow } from './notification-store.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Names in a notification, at most. */
const namesMax = 3;

/** A text that the notification's reader may see now. */
interface SeenText {
  readonly id: string;
  readonly title: string | null;
  readonly name: string | null;
  readonly to: string | null;
}

/** The fragment of a comment on its blog's page. */
const commentHash = (id: string) => `#comment-${id}`;

/** The visible ones of these comments, without the person's own. */
async function findComments(db: Db, ids: readonly string[], personId: string) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('published_comments as comments')
    .innerJoin('published_blogs as blogs', 'blogs.id', 'comments.blog_id')
    .innerJoin('people', 'people.id', 'comments.person_id')
    .select(['comments.id', 'comments.blog_id', 'blogs.title', 'people.name'])
    .where('comments.id', 'in', ids)
    .where('comments.person_id', '<>', personId)
    .execute();
  return rows.map(({ id, blog_id, title, name }): SeenText => {
    return { id, title, name, to: `${paths.blog.to(blog_id)}${commentHash(id)}` };
  });
}

/** The visible ones of these blogs. */
async function findBlogs(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('published_blogs as blogs')
    .innerJoin('people', 'people.id', 'blogs.author_id')
    .select(['blogs.id', 'blogs.title', 'people.name'])
    .where('blogs.id', 'in', ids)
    .execute();
  return rows.map(({ id, title, name }): SeenText => {
    return { id, title, name, to: paths.blog.to(id) };
  });
}

interface Decision {
  readonly text: 'blog' | 'comment';
  readonly outcome: Outcome;
}

function decisionOf(about: string): Decision | undefined {
  const [, text, name] = /^(blog|comment)-(.*)$/.exec(about) ?? [];
  const outcome = outcomes.find((one) => one === name);
  return outcome && { text: text as Decision['text'], outcome };
}

/** Whether the decision is still in effect: reversed decisions aren't shown. */
function holdsStill({ outcome }: Decision, life: Life): boolean {
  if (['approved', 'restored', 'edited'].includes(outcome)) return isVisible(life);
  if (life.state === 'removed' || life.isAuthorAway) return false;
  if (outcome === 'handed-over') return true;
  if (outcome === 'taken-back' || outcome === 'scheduled') return life.state === 'draft';
  if (outcome === 'put-back-to-wait') return life.moderation === 'waiting';
  if (outcome === 'removed') return life.moderation === 'removed';
  return life.moderation === 'hidden';
}

/** The person's own texts for which this decision is in effect. */
async function findDecided(db: Db, decision: Decision, ids: readonly string[], personId: string) {
  if (ids.length === 0) return [];
  if (decision.text === 'blog') {
    const rows = await findBlogsOfAnyState(db, ids);
    return rows.flatMap(({ id, title, author_id, life }): SeenText[] => {
      if (author_id !== personId || !holdsStill(decision, life)) return [];
      const to = isVisible(life) ? paths.blog.to(id) : paths.myWriting.to();
      return [{ id, title, name: null, to }];
    });
  }
  const rows = await findCommentsOfAnyState(db, ids);
  return rows.flatMap(({ id, blog_id, title, author_id, life }): SeenText[] => {
    if (author_id !== personId || !holdsStill(decision, life)) return [];
    // A comment on a blog that isn't visible has no page to link to.
    if (title === null) return isVisible(life) ? [] : [{ id, title, name: null, to: null }];
    const hash = isVisible(life) ? commentHash(id) : '';
    return [{ id, title, name: null, to: `${paths.blog.to(blog_id)}${hash}` }];
  });
}

/** All texts of these rows that the person may see, by row. */
async function findTexts(db: Db, rows: readonly NotificationRow[], personId: string) {
  const idsWhere = (isWanted: (row: NotificationRow) => boolean) =>
    rows.filter(isWanted).flatMap(idsOf);
  const decided = new Map(
    rows.flatMap((row) => {
      const decision = row.kind === 'decision' ? decisionOf(row.about) : undefined;
      return decision ? [[row.about, decision]] : [];
    }),
  );
  const decidedTexts = new Map<string, readonly SeenText[]>();
  for (const [about, decision] of decided) {
    const ids = idsWhere((row) => row.kind === 'decision' && row.about === about);
    decidedTexts.set(about, await findDecided(db, decision, ids, personId));
  }
  const isSaid = ({ kind }: NotificationRow) => kind === 'comment' || kind === 'reply';
  const comments = await findComments(db, idsWhere(isSaid), personId);
  const blogs = await findBlogs(
    db,
    idsWhere(({ kind }) => kind === 'blog'),
  );
  const isOf = (texts: readonly SeenText[]) => new Map(texts.map((text) => [text.id, text]));
  const [saidById, blogsById] = [isOf(comments), isOf(blogs)];
  const decidedById = new Map([...decidedTexts].map(([about, texts]) => [about, isOf(texts)]));
  return (row: NotificationRow): readonly SeenText[] => {
    const known = isSaid(row)
      ? saidById
      : row.kind === 'blog'
        ? blogsById
        : decidedById.get(row.about);
    return idsOf(row).flatMap((id) => known?.get(id) ?? []);
  };
}

interface Group {
  readonly id: string;
  readonly kind: Kind;
  readonly decision: Decision | undefined;
  /** Oldest first. */
  readonly texts: readonly SeenText[];
  readonly at: number;
  readonly isRead: boolean;
}

/** The path that a notification links to: its latest text, or the list of new blogs. */
function wayOf({ kind, texts }: Group): string | null {
  if (kind === 'blog' && texts.length > 1) return paths.following.to();
  return texts.at(-1)?.to ?? null;
}

/** Undefined where the reader may see none of the texts. */
export function presentGroup(group: Group): Notification | undefined {
  const { id, kind, decision = null, texts, at, isRead } = group;
  const latest = texts.at(-1);
  if (!latest) return undefined;
  const names = new Set(texts.toReversed().flatMap(({ name }) => name ?? []));
  return {
    _id: id,
    kind,
    count: Math.min(texts.length, countedMax),
    isMore: texts.length > countedMax,
    title: latest.title,
    names: [...names].slice(0, namesMax),
    decision,
    to: wayOf(group),
    at: isoOf(at),
    isRead,
  };
}

/**
 * These rows as their person may see them now, without texts that were hidden or removed since, and without decisions
 * that staff reversed.
 */
export async function describeRows(
  db: Db,
  rows: readonly NotificationRow[],
  personId: string,
): Promise<readonly Notification[]> {
  const textsOf = await findTexts(db, rows, personId);
  return rows.flatMap((row) => {
    const decision = row.kind === 'decision' ? decisionOf(row.about) : undefined;
    const isRead = row.read_at !== null;
    const texts = textsOf(row);
    const kind = row.kind as Kind;
    return presentGroup({ id: row.id, kind, decision, texts, at: row.at, isRead }) ?? [];
  });
}
