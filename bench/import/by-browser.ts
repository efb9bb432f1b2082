import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { importPartBytes } from '../../src/features/transfer/import-contract.ts';
import { freePort } from '../../test/free-port.ts';
import { ownHeaders, type SiteMember, signUp } from '../../test/site-member.ts';
import { startSite } from '../start-site.ts';

const makeOwner = path.resolve(import.meta.dirname, '../../src/app/commands/make-owner.ts');
const lookEveryMs = 500;
/** How long readers read before the import begins. */
const settleMs = 10_000;
/** Pause between two requests of a reader. */
const readEveryMs = 50;

interface Import {
  readonly id: string;
  readonly stage: string;
  readonly reason: string;
  readonly counts: unknown;
}

/** What the site needed to import an export that was uploaded in parts. */
export interface SiteRun {
  readonly seconds: Readonly<Record<'sent' | 'looked' | 'brought', number>>;
  /** Peak memory in MiB: before the upload began, with readers, and overall. */
  readonly peakMiB: { readonly before: number; readonly inAll: number };
  /** Response times of pages during the import: 99th percentile and maximum, in milliseconds. */
  readonly pageMs: { readonly p99: number; readonly most: number };
  /** Event loop delays in milliseconds, from the site's own metrics. */
  readonly loopMs: readonly string[];
  readonly counts: unknown;
}

/** Requests a page again and again, as readers do, until it is stopped. */
function startReading(origin: string) {
  const stopping = new AbortController();
  const took: number[] = [];
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const start = performance.now();
      await (await fetch(`${origin}/All-blogs`)).arrayBuffer();
      took.push(performance.now() - start);
      await wait(readEveryMs);
    }
  })();
  return async () => {
    stopping.abort();
    await reading;
    const sorted = took.toSorted((one, other) => one - other);
    return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, most: sorted.at(-1) ?? 0 };
  };
}

function callerOf(origin: string, { cookie }: SiteMember) {
  return async (address: string, body?: object | Uint8Array<ArrayBuffer>): Promise<unknown> => {
    const isBytes = body instanceof Uint8Array;
    const type: Record<string, string> = isBytes
      ? { 'content-type': 'application/octet-stream' }
      : {};
    const reply = await fetch(`${origin}${address}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...ownHeaders(origin, cookie), ...type },
      ...(body && { body: isBytes ? body : JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return reply.status === 204 ? undefined : reply.json();
  };
}

/** Uploads an export to a new site as the owner's page does, has it imported, and reads the site all the while. */
export async function importByBrowser(file: string): Promise<SiteRun> {
  const metricsPort = await freePort();
  const site = await startSite({
    DEMO: 'off',
    READING: 'public',
    LIMITS: '0',
    METRICS_PORT: String(metricsPort),
  });
  try {
    const owner = await signUp(site.origin);
    const env = { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: '' };
    await promisify(execFile)(process.execPath, [makeOwner, owner.email, '--anyway'], { env });
    const call = callerOf(site.origin, owner);
    const latest = async () => ((await call('/api/manage/imports')) as { latest: Import }).latest;
    async function until(stage: string): Promise<Import> {
      for (;;) {
        const found = await latest();
        if (found.stage === stage) return found;
        if (found.stage === 'failed') throw new Error(found.reason);
        await wait(lookEveryMs);
      }
    }
    const endReading = startReading(site.origin);
    await wait(settleMs);
    const before = site.peakMiB();
    const times = [performance.now()];
    const handle = await open(file);
    const { size: bytes } = await handle.stat();
    const begun = (await call('/api/manage/imports', { fileName: 'made-up.xml', bytes })) as Import;
    for (let offset = 0; offset < bytes; offset += importPartBytes) {
      const part = new Uint8Array(Math.min(importPartBytes, bytes - offset));
      await handle.read(part, 0, part.length, offset);
      await call(`/api/manage/imports/${begun.id}/parts?offset=${offset}`, part);
    }
    await handle.close();
    times.push(performance.now());
    await until('ready');
    times.push(performance.now());
    const choices = { categories: [], opened: [], fetchesPictures: false };
    await call(`/api/manage/imports/${begun.id}/start`, { ...choices, password: owner.password });
    const { counts } = await until('done');
    times.push(performance.now());
    const pageMs = await endReading();
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const loopMs = metrics.split('\n').filter((line) => /^\w*event_?loop\w*(?:p99|max)/.test(line));
    const [sent = 0, looked = 0, brought = 0] = times
      .slice(1)
      .map((time, index) => (time - (times[index] ?? 0)) / 1_000);
    const peakMiB = { before, inAll: site.peakMiB() };
    return { seconds: { sent, looked, brought }, peakMiB, pageMs, loopMs, counts };
  } finally {
    await site.stop();
  }
}
