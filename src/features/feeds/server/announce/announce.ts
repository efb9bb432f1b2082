import { splitTags, tagKey } from '../../../../blog/tags.ts';
import { paths } from '../../../../paths.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import {
  type FetchPublic,
  OutgoingFailure,
  type OutgoingRequest,
} from '../../../../platform/outgoing/fetch-public.ts';
import { takeLease } from '../../../../storage/background/lease.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { atomFeed, authorFeed, feed, jsonFeed, tagFeed } from '../../contract/feeds.ts';
import { type DueRow, dropAnnounced, findDue, putOff, type Service } from './announcement-store.ts';

export interface AnnouncerParts {
  readonly storage: Storage;
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string;
  readonly hub: string | undefined;
  readonly indexNowKey: string | undefined;
  readonly fetchPublic: FetchPublic;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** Forwards to all participating search engines (https://www.indexnow.org/faq). */
const indexNowUrl = 'https://api.indexnow.org/indexnow';
/** Blogs per request. */
const atOnce = 100;
const bounds = { bytesMax: 64 * 1_024, timeoutMs: 10_000 };

/** The path where a search engine verifies the site's key. */
export const indexNowPath = (key: string) => `/${key}.txt`;

/** The configured services. */
export function wantedServices({
  hub,
  indexNowKey,
}: Pick<AnnouncerParts, 'hub' | 'indexNowKey'>): readonly Service[] {
  return [
    ...(hub === undefined ? [] : (['websub'] as const)),
    ...(indexNowKey === undefined ? [] : (['indexnow'] as const)),
  ];
}

/** The feeds that contain one of these blogs. */
function topicsOf(siteUrl: string, rows: readonly DueRow[]): readonly string[] {
  const tagsOf = ({ tags }: DueRow) => splitTags(tags ?? '').map(tagKey);
  const parts = rows.flatMap((row) => [
    ...(row.category === null ? [] : [{ category: row.category }]),
    ...(row.author_id === null ? [] : [{ author: row.author_id }]),
    ...tagsOf(row).map((tag) => ({ tag })),
  ]);
  const feeds = [feed, atomFeed, jsonFeed].flatMap(({ path }) => [
    path,
    ...parts.map((part) => addressOf(path, {}, part)),
  ]);
  const earlier = rows.flatMap((row) => [
    ...(row.author_id === null ? [] : [addressOf(authorFeed.path, { id: row.author_id })]),
    ...tagsOf(row).map((tag) => addressOf(tagFeed.path, { tag })),
  ]);
  return [...new Set([...feeds, ...earlier])].map((path) => siteUrl + path);
}

/** The hub fetches the named feeds itself and forwards new entries. */
function hubRequest(siteUrl: string, rows: readonly DueRow[]): OutgoingRequest {
  const fields = [
    ['hub.mode', 'publish'],
    ...topicsOf(siteUrl, rows).map((topic) => ['hub.url', topic]),
  ];
  return {
    ...bounds,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

function indexNowRequest(siteUrl: string, key: string, rows: readonly DueRow[]): OutgoingRequest {
  return {
    ...bounds,
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      host: new URL(siteUrl).host,
      key,
      keyLocation: siteUrl + indexNowPath(key),
      urlList: rows.map(({ blog_id }) => siteUrl + paths.blog.to(blog_id)),
    }),
  };
}

async function sendRequest(
  { siteUrl, hub, indexNowKey, fetchPublic }: AnnouncerParts,
  service: Service,
  rows: readonly DueRow[],
): Promise<void> {
  const [url, request] =
    service === 'websub'
      ? [hub, hubRequest(siteUrl, rows)]
      : [indexNowUrl, indexNowRequest(siteUrl, indexNowKey ?? '', rows)];
  const { status } = await fetchPublic(url ?? '', request);
  if (status >= 300) throw new OutgoingFailure(`${new URL(url ?? '').host} answered ${status}.`);
}

/** Announces to one service what is due; retries later after a failure. */
async function announceTo(parts: AnnouncerParts, service: Service): Promise<void> {
  const { storage, onError, now = Date.now } = parts;
  for (;;) {
    const rows = await findDue(storage.writer, service, now(), atOnce);
    if (rows.length === 0) return;
    // Held and deleted blogs are not announced.
    const visible = rows.filter(({ category }) => category !== null);
    try {
      if (visible.length > 0) await sendRequest(parts, service, visible);
    } catch (error) {
      onError(error);
      await storage.write((write) => putOff(write, service, { rows, now: now() }), {
        lockKeys: [],
      });
      return;
    }
    await storage.write((write) => dropAnnounced(write, service, rows), { lockKeys: [] });
    if (rows.length < atOnce) return;
  }
}

/** Announces what is due to the hub and the search engines, in one process at a time. */
export async function announceDue(parts: AnnouncerParts, signal: AbortSignal): Promise<void> {
  const { storage, onError, now = Date.now } = parts;
  const due: Service[] = [];
  for (const service of wantedServices(parts)) {
    if ((await findDue(storage.writer, service, now(), 1)).length > 0) due.push(service);
  }
  if (due.length === 0) return;
  const lease = await takeLease(storage, 'announcements', { now, onError });
  if (!lease) return;
  try {
    for (const service of due) if (!signal.aborted) await announceTo(parts, service);
  } finally {
    await lease.release();
  }
}
