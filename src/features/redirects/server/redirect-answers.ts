import { type Answer, answer } from '../../../identity/answer.ts';
import { recordAudit } from '../../../identity/audit-log.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import { paths } from '../../../paths.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Reader } from '../../../storage/storage.ts';
import {
  missedAddresses,
  missedShown,
  ownAddress,
  putRedirect,
  redirectCircle,
  redirectNotFound,
  redirects,
  redirectsPerPage,
  removeRedirect,
  type TriedAddress,
  tooManyShapes,
  tryAddress,
} from '../contract.ts';
import { oldAddressMax, readOldAddress, readOldKey, shapeOf } from '../old-address.ts';
import { coversPage, type IsOwnPath } from '../own-paths.ts';
import { findNames, findRedirect, follow } from './find-redirect.ts';
import { findMissed } from './missed/missed-store.ts';
import { readTarget } from './read-target.ts';
import {
  deleteRedirect,
  findRedirects,
  findShapes,
  isShapeLooked,
  listRedirects,
  type Redirect,
  putRedirect as storeRedirect,
} from './redirect-store.ts';

export interface RedirectsParts extends StaffParts {
  readonly isOwnPath: IsOwnPath;
  readonly siteUrl: string;
  readonly now?: () => number;
}

const addressOf = ({ target }: Pick<Redirect, 'target'>) =>
  'blogId' in target ? paths.blog.to(target.blogId) : target.address;

/** Titles of the visible blogs. */
async function titlesOf(db: Reader, found: readonly Redirect[]) {
  const ids = found.flatMap(({ target }) => ('blogId' in target ? [target.blogId] : []));
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('published_blogs')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function present(db: Reader, found: readonly Redirect[]) {
  const titles = await titlesOf(db, found);
  return found.map((redirect) => ({
    path: redirect.path,
    target: addressOf(redirect),
    title: 'blogId' in redirect.target ? (titles.get(redirect.target.blogId) ?? null) : null,
    isByHand: redirect.isByHand,
    createdAt: isoOf(redirect.createdAt),
  }));
}

function readKey(path: string, isOwn: IsOwnPath) {
  const old = readOldKey(path);
  if (!old) {
    const message = `This can’t be an old address: it begins with / or https://, has at most ${oldAddressMax} characters, and at most three values behind a question mark.`;
    throw invalidInput({ message, issues: [{ path: 'path', message }] });
  }
  if (coversPage(isOwn, old.path, old.names.length > 0)) throw ownAddress();
  return old;
}

/** The normalized prefix for a search; text that isn't an address is used unchanged and matches nothing. */
function beginOf(search: string): string {
  const text = search.trim();
  if (text === '') return '';
  return readOldKey(text)?.key ?? text;
}

/** Endpoints for the owners' list of redirects and for missed addresses. */
export function redirectAnswers(parts: RedirectsParts): readonly Answer[] {
  const { storage, isOwnPath: isOwn, siteUrl, now = Date.now } = parts;
  const { engine, reader, writer } = storage;
  // A replica may lag behind a change that was just made here.
  const newest = engine === 'sqlite' ? reader : writer;
  const lock = ['redirects'];

  return [
    answer(redirects, async ({ query: { search, cursor } }) => {
      const asked = { begin: beginOf(search), after: cursor, limit: redirectsPerPage + 1 };
      const found = await listRedirects(newest, asked);
      const shown = found.slice(0, redirectsPerPage);
      const nextCursor = found.length > shown.length ? (shown.at(-1)?.path ?? null) : null;
      return { redirects: await present(newest, shown), nextCursor };
    }),

    answer(putRedirect, async ({ body }, { person }) => {
      const old = readKey(body.path, isOwn);
      const target = readTarget(body.target, siteUrl);
      const shape = old.names.length > 0 ? shapeOf(old.path, old.names) : null;
      return writeAsStaff(
        parts,
        { person, access: 'owner' },
        async (write) => {
          const { db } = write;
          const shapes = new Set((await findShapes(db)).shapes);
          if (shape && !isShapeLooked(shapes, old.path, shape)) throw tooManyShapes();
          const namesOf = await findNames(db, shape ? [shape] : []);
          const way = await follow(db, isOwn, { from: old.key, target, namesOf });
          if (way.isCircle) throw redirectCircle();
          const [before] = await findRedirects(db, [old.key]);
          const at = now();
          await storeRedirect(write, { path: old.key, shape, target }, at);
          const action = before ? 'redirect-changed' : 'redirect-added';
          const subject = { kind: 'redirect', id: old.key, label: old.key };
          await recordAudit(write, { by: person, action, subject, at });
          const stored = { path: old.key, target, isByHand: true, createdAt: at };
          const [shown] = await present(db, [stored]);
          if (!shown) throw new Error('One redirect is presented as one.');
          return shown;
        },
        lock,
      );
    }),

    answer(removeRedirect, async ({ query: { path } }, { person }) => {
      const key = readOldKey(path)?.key;
      if (key === undefined) throw redirectNotFound();
      await writeAsStaff(
        parts,
        { person, access: 'owner' },
        async (write) => {
          if (!(await deleteRedirect(write, key))) throw redirectNotFound();
          const subject = { kind: 'redirect', id: key, label: key };
          await recordAudit(write, { by: person, action: 'redirect-removed', subject, at: now() });
        },
        lock,
      );
    }),

    answer(tryAddress, async ({ query: { address } }): Promise<TriedAddress> => {
      const url = /^https?:\/\//i.test(address) ? URL.parse(address) : undefined;
      const asked = url ? `${url.pathname}${url.search}` : address;
      const old = readOldAddress(asked);
      if (!old) return { answer: 'unusable', path: null, location: null };
      const found = await findRedirect(newest, isOwn, asked, await findNames(newest));
      const path = found?.path ?? old.path;
      if (!found) return { answer: isOwn(old.path) ? 'own' : 'nothing', path, location: null };
      const { location } = found.way;
      if (location === undefined) return { answer: 'hidden', path, location: null };
      return { answer: 'leads-on', path, location };
    }),

    answer(missedAddresses, async () => {
      const rows = await findMissed(newest, missedShown);
      return rows.map(({ path, count, day }) => ({ path, count, day: isoOf(day).slice(0, 10) }));
    }),
  ];
}
