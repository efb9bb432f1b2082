import { findBySource } from '../../../../../blog/server/store-blog.ts';
import type { Reader, Storage, Write } from '../../../../../storage/storage.ts';
import type { ForeignRedirect } from '../foreign.ts';
import type { ItemResult } from './outcome.ts';
import { storableKey } from './ready-comments.ts';

type Target = { readonly blogId: string } | { readonly address: string };

/** Functions of the redirects feature for an import. */
export interface RedirectPort {
  /** Lock keys of a write that changes redirects. */
  readonly lockKeys: readonly string[];
  /** Parses a target; undefined if it is not allowed. */
  read(to: string): Target | undefined;
  /** A dry run without `touch`. */
  add(
    write: { readonly db: Reader; readonly touch?: Write['touch'] },
    given: { readonly from: string; readonly target: Target; readonly now: number },
  ): Promise<RedirectOutcome>;
}

type RedirectOutcome = keyof typeof reasons;

/** Why an old address of a text, or a redirect, is left out. */
export const addressReasons = {
  taken: 'it leads elsewhere here',
  own: 'it is an address of this site',
  unusable: 'it can’t be an old address here',
  'too-many': 'a text has at most 50 old addresses here',
} as const;

const nowhere = 'what it leads to is not here';
const reasons = {
  added: undefined,
  there: 'it is there already',
  circle: 'it would lead in a circle',
  ...addressReasons,
} as const;

interface Parts {
  readonly storage: Storage;
  readonly redirects: RedirectPort;
  readonly isDryRun: boolean;
  readonly now: () => number;
}

/** The imported copy of an exported blog; else a visible blog with this id, as when a site imports its own export. */
async function blogHere(db: Reader, id: string): Promise<Target | undefined> {
  const brought = await findBySource(db, storableKey(`own:${id}`));
  const found =
    brought ??
    (await db.selectFrom('published_blogs').select('id').where('id', '=', id).executeTakeFirst());
  return found && { blogId: found.id };
}

/** Imports a redirect, unless its address is redirected already. */
export async function importRedirectItem(
  { storage, redirects, isDryRun, now }: Parts,
  { name, from, to }: ForeignRedirect,
): Promise<ItemResult> {
  const add = async (write: Parameters<RedirectPort['add']>[0]) => {
    const read = redirects.read(to);
    const target = read && 'blogId' in read ? await blogHere(write.db, read.blogId) : read;
    return target && (await redirects.add(write, { from, target, now: now() }));
  };
  const outcome = isDryRun
    ? await add({ db: storage.reader })
    : await storage.write(add, { lockKeys: redirects.lockKeys });
  const reason = outcome === undefined ? nowhere : reasons[outcome];
  return { kind: 'other', name, outcome: reason === undefined ? 'imported' : 'skipped', reason };
}
