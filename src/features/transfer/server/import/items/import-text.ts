import { createHash } from 'node:crypto';
import type { Category } from '../../../../../blog/contract.ts';
import { findBySource } from '../../../../../blog/server/store-blog.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import type { Reader, Storage, Write } from '../../../../../storage/storage.ts';
import type { SiteAudience } from '../../../import-contract.ts';
import type { ForeignText } from '../foreign.ts';
import {
  type ImportedBlog,
  type ImportedState,
  isUntouched,
  storeImported,
} from '../publish-imported.ts';
import { SourceProblem } from '../read-front-matter.ts';
import { type Choices, categoryOf, notesOfCategory, stateOf } from './choices.ts';
import type { createPicturesImport } from './import-pictures.ts';
import { addressReasons } from './import-redirect.ts';
import {
  addComments,
  findImported,
  type InsertComments,
  type KnownText,
  noteImported,
  type ReadyComment,
} from './imported-store.ts';
import type { ItemResult } from './outcome.ts';
import { stateOfOwnBlog } from './own-blog-state.ts';
import { type ReadComment, readyComments, storableKey } from './ready-comments.ts';
import { authorOf, notesOfAuthors } from './text-author.ts';
import type { TextWorker } from './text-worker.ts';

/** Comments per write: a text with more has several writes. */
const commentsAtOnce = 500;
/** The earliest time of a text or comment: cursors of lists hold none before 1970. */
const firstTime = 0;
/** Most left-out addresses named in the notes of a text. */
const addressesNamed = 20;
/** Characters of an address in a note. */
const addressMax = 200;

/** A previous address of a text that doesn't lead to it, and why. */
interface DroppedAddress {
  readonly address: string;
  readonly why: keyof typeof addressReasons;
}

export interface ImportTextParts {
  readonly storage: Storage;
  readonly worker: TextWorker;
  readonly pictures: ReturnType<typeof createPicturesImport>;
  readonly readComment: ReadComment;
  readonly insertComments: InsertComments;
  readonly closeComments: (write: Write, blogId: string, at: number) => Promise<void>;
  /**
   * Redirects the text's previous addresses to its blog; without `touch` a dry run, also for a blog to come, which
   * collects in `planned` those of texts that everybody would see. Resolves to those that are left out.
   */
  readonly keepAddresses?: (
    write: { readonly db: Reader; readonly touch?: Write['touch'] },
    blogId: string | undefined,
    addresses: readonly string[],
    planned?: { readonly keys: Set<string>; readonly isVisible: boolean },
  ) => Promise<readonly DroppedAddress[]>;
  /** Addresses that a dry run has given to texts so far. */
  readonly plannedAddresses: Set<string>;
  readonly fetches: boolean;
  readonly isDryRun: boolean;
  /** Who reads whole texts on this site. */
  readonly here: SiteAudience;
  readonly now: () => number;
}

const there = 'it is there already';
const kept = 'it has been changed here since it was imported';
const gone = 'it has been removed here since it was imported';

/** A hash of everything that determines the result of importing a text, wherever its file lies. */
function fingerprintOf(text: ForeignText, decided: object): string {
  const { notes: _, name: __, formerKeys: ___, commentsLeftOut: ____, ...content } = text;
  return createHash('sha256')
    .update(JSON.stringify([content, decided]))
    .digest('hex');
}

/** A note for the report on a text that is older than lists here can hold. */
function notesOfDate({ createdAt }: ForeignText): readonly string[] {
  if (createdAt === null || createdAt >= firstTime) return [];
  const day = (time: number) => isoOf(time).replace(/T.*/, '');
  return [`its date is ${day(firstTime)} here instead of ${day(createdAt)}`];
}

interface Plan {
  readonly text: ForeignText;
  readonly sourceKey: string;
  readonly state: ImportedState;
  readonly category: Category;
  readonly createdAt: number;
  readonly comments: readonly ReadyComment[];
  readonly fingerprint: string;
  /** Decisions, as sentences for the report. */
  readonly notes: readonly string[];
}

/** The key under which the text was imported before, else its own. */
async function sourceKeyOf(
  { storage: { reader } }: Pick<ImportTextParts, 'storage'>,
  { key, formerKeys }: ForeignText,
): Promise<string> {
  const own = storableKey(key);
  if (!formerKeys) return own;
  // Version 0.1.0 stored them unchanged.
  for (const one of new Set([own, key, ...formerKeys.map(storableKey)])) {
    if ((await findImported(reader, one)) ?? (await findBySource(reader, one))) return one;
  }
  return own;
}

/** The state of a text here before its import. */
async function standingOf(
  { storage: { reader } }: Pick<ImportTextParts, 'storage'>,
  { sourceKey, fingerprint, text }: Plan,
  fetches: boolean,
): Promise<'new' | 'changed' | 'there' | 'kept' | 'gone'> {
  const known = await findImported(reader, sourceKey);
  const existing = await findBySource(reader, sourceKey);
  if (!existing) return known ? 'gone' : await stateOfOwnBlog(reader, text);
  if (existing.state === 'removed') return 'gone';
  if (!(await isUntouched(reader, existing, known?.state ?? 'published'))) return 'kept';
  // A picture that was downloaded stays, even if the next import downloads none.
  const same = fetches ? [`${fingerprint}+`] : [fingerprint, `${fingerprint}+`];
  return known && same.includes(known.fingerprint) ? 'there' : 'changed';
}

/** Imports a text with its pictures and comments. Throws `SourceProblem` if it can't become a blog. */
export async function importText(
  parts: ImportTextParts,
  text: ForeignText,
  choices: Choices,
): Promise<ItemResult> {
  const now = parts.now();
  const { state, why } = stateOf(text, choices, { now, here: parts.here });
  const category = categoryOf(text, choices);
  const ready = readyComments(text.comments, { read: parts.readComment, now });
  if (text.createdAt !== null && !Number.isFinite(text.createdAt))
    throw new SourceProblem('its date can’t be read');
  const plan: Plan = {
    text,
    sourceKey: await sourceKeyOf(parts, text),
    state,
    category,
    createdAt: Math.min(Math.max(firstTime, text.createdAt ?? now), now),
    comments: ready.comments,
    fingerprint: fingerprintOf(text, { state, category, author: choices.author }),
    notes: [
      ...(why ? [`kept as a draft: ${why}`] : []),
      ...notesOfDate(text),
      ...text.notes,
      ...notesOfCategory(text, category, choices),
      ...notesOfAuthors(text, choices, state),
      ...ready.notes,
    ],
  };
  const standing = await standingOf(parts, plan, parts.fetches);
  const base = { kind: 'text', name: text.name, isDraft: state === 'draft' } as const;
  if (standing === 'gone') return { ...base, outcome: 'skipped', reason: gone };
  if (standing === 'there') return { ...base, outcome: 'skipped', reason: there };
  if (standing === 'kept') {
    const added = parts.isDryRun ? 0 : await addToKept(parts, plan);
    const comments = { in: added, leftOut: 0 };
    return { ...base, outcome: 'skipped', reason: kept, comments };
  }
  const result = parts.isDryRun
    ? await lookAhead(parts, plan, standing)
    : await bringWhole(parts, plan, choices);
  const leftOut = ready.leftOut + (text.commentsLeftOut ?? 0);
  const comments = { in: result.comments?.in ?? 0, leftOut };
  return { ...base, ...result, comments };
}

type Result = Pick<ItemResult, 'outcome' | 'reason' | 'notes' | 'comments' | 'pictures'>;

const photosOf = ({ comments }: Pick<Plan, 'comments'>) =>
  comments.flatMap(({ person }) => person.known?.photo ?? []);

/** Replaces the addresses of authors' photos by their new ones. */
function withPhotos(
  comments: readonly ReadyComment[],
  names: ReadonlyMap<string, string>,
): readonly ReadyComment[] {
  return comments.map((comment) => {
    const { known, name } = comment.person;
    const here = known?.photo && names.get(known.photo);
    return known && here
      ? { ...comment, person: { name, known: { ...known, photo: here } } }
      : comment;
  });
}

async function picturesOf(parts: ImportTextParts, plan: Plan): Promise<readonly string[]> {
  const { text } = plan;
  const inText = await parts.worker.picturesIn(text.markdown);
  const photo = text.authors[0]?.photo;
  return [
    ...(text.cover ? [text.cover.address] : []),
    ...(photo ? [photo] : []),
    ...inText,
    ...photosOf(plan),
  ];
}

function finish(parts: ImportTextParts, plan: Plan, names: ReadonlyMap<string, string>) {
  const { title, markdown, summary, cover, tags, own } = plan.text;
  const { category } = plan;
  return parts.worker.finish({
    title,
    markdown,
    summary,
    cover,
    tags,
    category,
    names,
    ...(own && { own }),
  });
}

function stayingNotes(elsewhere: number): readonly string[] {
  if (elsewhere === 0) return [];
  const what =
    elsewhere === 1 ? '1 picture stays where it is' : `${elsewhere} pictures stay where they are`;
  return [`${what} on the web`];
}

function notesOfAddresses(dropped: readonly DroppedAddress[] = []): readonly string[] {
  const more = dropped.length - addressesNamed;
  return [
    ...dropped.slice(0, addressesNamed).map(({ address, why }) => {
      const shown = address.length > addressMax ? `${address.slice(0, addressMax)}…` : address;
      return `its old address ${shown} does not lead here: ${addressReasons[why]}`;
    }),
    ...(more > 0 ? [`${more} more of its old addresses do not lead here`] : []),
  ];
}

async function lookAhead(
  parts: ImportTextParts,
  plan: Plan,
  standing: 'new' | 'changed',
): Promise<Result> {
  const {
    held,
    elsewhere,
    notes: missing,
  } = await parts.pictures.look(await picturesOf(parts, plan), {
    isOwn: plan.text.own !== undefined,
  });
  const { notes } = await finish(parts, plan, new Map());
  const [fetched, left] = parts.fetches ? [elsewhere, 0] : [0, elsewhere];
  const { reader: db } = parts.storage;
  const existing = standing === 'new' ? undefined : await findBySource(db, plan.sourceKey);
  const planned = { keys: parts.plannedAddresses, isVisible: plan.state === 'published' };
  const dropped = await parts.keepAddresses?.({ db }, existing?.id, plan.text.addresses, planned);
  return {
    outcome: standing === 'new' ? 'imported' : 'updated',
    notes: [
      ...plan.notes,
      ...notes,
      ...stayingNotes(left),
      ...missing,
      ...notesOfAddresses(dropped),
    ],
    comments: { in: plan.comments.length, leftOut: 0 },
    pictures: { in: held + fetched, leftOut: left + missing.length },
  };
}

async function bringWhole(parts: ImportTextParts, given: Plan, choices: Choices): Promise<Result> {
  const { text, state, sourceKey, createdAt } = given;
  const wanted = await picturesOf(parts, given);
  const {
    names,
    elsewhere,
    notes: missing,
    isComplete,
  } = await parts.pictures.bring(wanted, {
    isOwn: text.own !== undefined,
  });
  const plan = { ...given, comments: withPhotos(given.comments, names) };
  const finished = await finish(parts, plan, names);
  const blog: ImportedBlog = {
    ...finished.text,
    layout: finished.layout,
    sourceKey,
    id: text.own?.id,
    author: authorOf(text, state, choices, names),
    createdAt,
    changedAt: Math.min(Math.max(createdAt, text.updatedAt ?? createdAt), parts.now()),
  };
  const isWhole = plan.comments.length <= commentsAtOnce;
  const fingerprint = isComplete ? `${plan.fingerprint}${parts.fetches ? '+' : ''}` : '';
  const note = (write: Write, known: KnownText) =>
    noteImported(write, sourceKey, known, parts.now());

  const stored = await parts.storage.write(async (write) => {
    const known = await findImported(write.db, sourceKey);
    if (known && !(await findBySource(write.db, sourceKey))) return { reason: gone };
    const was = known?.state ?? 'published';
    const { outcome, blogId } = await storeImported(write, blog, { wanted: state, was });
    if (outcome === 'kept') return { reason: kept };
    const dropped = await parts.keepAddresses?.(write, blogId, text.addresses);
    const comments = plan.comments.slice(0, commentsAtOnce);
    const added = await addComments(write, blogId, { comments, place: 0 }, parts.insertComments);
    if (text.commentsClosedAt !== undefined) {
      await parts.closeComments(write, blogId, text.commentsClosedAt);
    }
    await note(write, { blogId, state, fingerprint: isWhole ? fingerprint : '' });
    return { outcome, blogId, added, dropped };
  });
  if ('reason' in stored) return { outcome: 'skipped', reason: stored.reason };
  let { added } = stored;
  if (!isWhole) {
    added += await addRest(parts, plan, stored.blogId);
    await parts.storage.write((write) =>
      note(write, { blogId: stored.blogId, state, fingerprint }),
    );
  }
  const isNew = stored.outcome === 'imported';
  const isMoved = isNew && text.own?.id !== undefined && text.own.id !== stored.blogId;
  const moved = isMoved ? ['it has a new address here'] : [];
  const isSame = stored.outcome === 'unchanged' && added === 0;
  return {
    outcome: isSame ? 'skipped' : stored.outcome === 'imported' ? 'imported' : 'updated',
    ...(isSame && { reason: there }),
    notes: [
      ...plan.notes,
      ...finished.notes,
      ...stayingNotes(elsewhere),
      ...missing,
      ...notesOfAddresses(stored.dropped),
      ...moved,
    ],
    comments: { in: added, leftOut: 0 },
    pictures: { in: names.size, leftOut: elsewhere + missing.length },
  };
}

/** Adds the comments after those of the first write, in batches with a write each. */
async function addRest(
  { storage, insertComments }: ImportTextParts,
  { comments }: Plan,
  blogId: string,
  from = commentsAtOnce,
): Promise<number> {
  let added = 0;
  for (let place = from; place < comments.length; place += commentsAtOnce) {
    const some = { comments: comments.slice(place, place + commentsAtOnce), place };
    added += await storage.write((write) => addComments(write, blogId, some, insertComments));
  }
  return added;
}

/** Adds new comments to a text that was edited here; the text itself is kept. */
async function addToKept(parts: ImportTextParts, plan: Plan): Promise<number> {
  const existing = await findBySource(parts.storage.reader, plan.sourceKey);
  if (!existing) return 0;
  const { names } = await parts.pictures.bring(photosOf(plan));
  const comments = withPhotos(plan.comments, names);
  return addRest(parts, { ...plan, comments }, existing.id, 0);
}
