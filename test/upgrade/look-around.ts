import { unzip } from '../../src/features/transfer/server/export/testing-unzip.ts';
import { type Caller, call, resultOf, visitor } from './site-caller.ts';
import { listedWord, personOf, type Story } from './story.ts';

/** Results of calls, by caller and address. */
export type Seen = Record<string, unknown>;

const pagesMax = 50;

/** Concurrent calls; the downloads of a person run one at a time anyway. */
const atOnce = 6;

/** Reads a site that was filled by a story, as each of its people; changes nothing. */
export async function lookAround(url: string, story: Story): Promise<Seen> {
  const wanted: { readonly by: Caller; readonly address: string }[] = [];
  const look: Look = (by, address) => void wanted.push({ by, address });
  lookAsVisitor(look, story);
  for (const person of story.people) lookAsMember(look, person, story);
  // The databases of the first versions have no staff.
  const staff = story.people.some(({ name }) => name === 'Mo');
  if (staff) lookAsStaff(look, personOf(story, 'Mo'), story);
  if (staff) lookAsOwner(look, personOf(story, 'Olive'), story);

  const seen: Seen = {};
  const isDownload = (address: string) => /\/(export|data|subscribers\.csv)$/.test(address);
  const lookAll = async (calls: typeof wanted) => {
    for (const { by, address } of calls) await lookAtAll(url, by, address, seen);
  };
  const short = wanted.filter(({ address }) => !isDownload(address));
  const workers = Array.from({ length: atOnce }, (_, worker) =>
    lookAll(short.filter((_, index) => index % atOnce === worker)),
  );
  await Promise.all(workers);
  await lookAll(wanted.filter(({ address }) => isDownload(address)));
  return Object.fromEntries(Object.entries(seen).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Reads every page of a list. */
async function lookAtAll(url: string, by: Caller, address: string, seen: Seen): Promise<void> {
  let at: string | undefined = address;
  for (let page = 1; at !== undefined && page <= pagesMax; page += 1) {
    const reply = await call(url, by, 'GET', at);
    at = reply.next && new URL(reply.next, url).href.slice(url.length);
    seen[`${by.name} ${address}${page === 1 ? '' : ` (${page})`}`] =
      address.endsWith('/export') && typeof reply.body === 'string'
        ? exported(reply.body)
        : resultOf(reply);
  }
}

type Look = (by: Caller, address: string) => void;

/** The texts of an export, without the pictures, which are stored outside the database. */
function exported(base64: string) {
  const files = unzip(Buffer.from(base64, 'base64'));
  const texts = [...files].filter(([name]) => name.endsWith('.md'));
  return Object.fromEntries(texts.map(([name, bytes]) => [name, bytes.toString()]));
}

function lookAsVisitor(look: Look, { texts, people, secrets }: Story): void {
  const lists = [
    '/api/latestBlogs',
    '/api/featuredBlogs',
    '/api/allBlogs',
    '/api/allBlogs?category=Other',
    '/api/allBlogs?search=deleted',
    '/api/allBlogs?search=waits',
    '/api/allBlogs?search=by',
    '/feed.xml',
    '/sitemap.xml',
    `/api/preview/${secrets.preview}`,
    `/identity/invitation?invite=${secrets.invite}`,
  ];
  for (const address of lists) look(visitor, address);
  for (const { id } of people) {
    look(visitor, `/api/author/${id}`);
    look(visitor, `/api/author/${id}/blogs`);
  }
  for (const { kind, id } of texts) {
    if (kind !== 'blog') continue;
    look(visitor, `/api/blog/${id}`);
    look(visitor, `/api/blog/${id}/beside`);
    look(visitor, `/api/addcomment?blogId=${id}`);
  }
}

function lookAsMember(look: Look, by: Story['people'][number], { texts }: Story) {
  const own = [
    '/api/myBlogs',
    '/api/myBlogs/export',
    '/api/myDeletedBlogs',
    '/api/myHeldTexts',
    '/api/myHeldComments',
    '/api/drafts',
    '/api/drafts?list=drafts',
    '/api/drafts?list=scheduled',
    '/api/lastDraft',
    '/getWishlist',
    '/api/wishedBlogs',
    '/api/account',
    '/api/account/data',
    '/api/account/events',
    '/api/account/factors',
    '/api/account/letters',
  ];
  for (const address of own) look(by, address);
  for (const { id, kind, by: author } of texts) {
    if (author !== by.name || kind === 'comment') continue;
    look(by, `/api/drafts/${id}`);
    look(by, `/api/drafts/${id}/states`);
    if (kind !== 'blog') continue;
    look(by, `/api/blog/${id}`);
    look(by, `/api/addcomment?blogId=${id}`);
    look(by, `/api/myHeldTexts/${id}`);
    look(by, `/api/blog/${id}/revisions`);
    look(by, `/api/blog/${id}/revisions/1`);
  }
}

function lookAsStaff(look: Look, by: Caller, { people, texts }: Story): void {
  look(by, '/api/manage/reports');
  for (const kind of ['blogs', 'comments']) {
    for (const show of ['', 'waiting', 'hidden', 'removed', 'reported']) {
      look(by, `/api/manage/${kind}?show=${show}`);
    }
    look(by, `/api/manage/${kind}?show=hidden&sort=oldest&search=edit`);
    look(by, `/api/manage/${kind}?show=waiting&search=${listedWord}`);
    for (const { id } of people) {
      for (const show of ['', 'hidden']) {
        look(by, `/api/manage/${kind}?show=${show}&person=${id}`);
      }
    }
  }
  for (const show of ['locked', 'unfeatured']) look(by, `/api/manage/blogs?show=${show}`);
  for (const filter of ['', 'reported', 'waiting', 'staff', 'suspended']) {
    look(by, `/api/manage/people?filter=${filter}&sort=blogs`);
  }
  look(by, '/api/manage/acts');
  for (const { kind, id } of texts) {
    if (kind === 'blog') look(by, `/api/manage/blogs/${id}/text`);
  }
}

function lookAsOwner(look: Look, by: Caller, { secrets }: Story): void {
  for (const part of [
    'settings',
    'settings/states',
    'invitations',
    'newsletter',
    'newsletter/subscribers',
    'newsletter/subscribers.csv',
    `newsletter/issues/${secrets.issue}/letter`,
    'messages',
    'messages?list=unread',
    'messages/settings',
  ]) {
    look(by, `/api/manage/${part}`);
  }
}

/** The site's URL in the tests' `listen`, whatever its real address. */
const defaultUrl = 'http://localhost:3000';
const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\b/g;
const ids = /\b([0-9a-f]{8})-([0-9a-f]{4})-([47])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
/** Times in milliseconds, as in a person's data export. */
const stamps = /\b1[5-9]\d{11}\b/g;

/** Texts of the site that were reworded since: the current wording, then the former one. */
const reworded = [['You get this email because', 'You get this letter because']] as const;

function withoutAddress(seen: object, url: string): string {
  const text = JSON.stringify(seen)
    .replaceAll(url, 'http://site')
    .replaceAll(defaultUrl, 'http://site');
  return reworded.reduce((old, [now, then]) => old.replaceAll(now, then), text);
}

/** The results, independent of the site's address. */
export function comparable(seen: Seen, url: string): Seen {
  return JSON.parse(withoutAddress(seen, url)) as Seen;
}

/**
 * The results after some actions, without the ids and times that the actions created: two programs that do the same to
 * the same database at different times give equal results. `before` holds the results before the actions.
 */
export function comparableSince(seen: Seen, url: string, { madeAt }: Story, before: Seen): Seen {
  const known = JSON.stringify(before);
  const isOld = (ms: number, text: string) => ms <= madeAt || known.includes(text);
  const text = withoutAddress(seen, url)
    .replace(times, (time) => (isOld(Date.parse(time), time) ? time : '(since)'))
    .replace(stamps, (stamp) => (isOld(Number(stamp), stamp) ? stamp : '0'))
    .replace(ids, (id, high: string, low: string, kind: string) => {
      // Only version 7 ids contain their time.
      const madeAtMs = kind === '7' ? Number.parseInt(high + low, 16) : Number.POSITIVE_INFINITY;
      return isOld(madeAtMs, id) ? id : '(new)';
    });
  return JSON.parse(text) as Seen;
}
