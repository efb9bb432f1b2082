import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../server-process.ts';
import type { Contestant, Measurement } from '../contest.ts';
import type { Edition, Line } from '../figures.ts';
import {
  type CapturedReply,
  captureReply,
  difference,
  type RequestHeaders,
} from '../load/captured-reply.ts';
import { generateLoad } from '../load/generate-load.ts';
import { startPlainServer } from '../load/plain-replies.ts';
import { warmPageCache } from '../load/read-each.ts';
import type { Content, FilledSite, Places } from '../places.ts';

/** A page, or several in turn, requested as often as the server can answer. */
export interface LoadRow extends Pick<Line, 'id' | 'title'> {
  /** Goal as a share of a plain server's speed. */
  readonly goal?: number;
  readonly content?: Content;
  /** Paths to request, in order; a path may occur several times. */
  readonly paths: (site: FilledSite) => readonly string[] | Promise<readonly string[]>;
  /** `member` for the session of a signed-in member. */
  readonly cookie?: string;
  /** Value of `Accept-Encoding`; without it if omitted. */
  readonly encoding?: string;
  /** Adds a line with the size of the first reply's body; `goal` is in kB. */
  readonly size?: { readonly title: string; readonly goal?: number };
  readonly isInGate?: boolean;
  /** Waits before the measurement until the site has written each page to disk. */
  readonly isWrittenBefore?: boolean;
}

/** Interval of comparing the replies, until they no longer change: some are compressed only after the first request. */
const settlingMs = 250;
const settlingTimes = 40;
/** A server is warmed up once it is hardly faster than a sample before, or after so many samples. */
const hardlyFaster = 0.95;
const warmingTimes = 10;

function captureAll(
  origin: string,
  paths: readonly string[],
  headers: RequestHeaders,
): Promise<readonly CapturedReply[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const replies = paths.map((each) => captureReply(origin, each, { headers, agent }));
  return Promise.all(replies).finally(() => agent.destroy());
}

/** The replies once they no longer change. Throws if one isn't a success. */
export async function captureSettled(
  origin: string,
  paths: readonly string[],
  headers: RequestHeaders,
): Promise<readonly CapturedReply[]> {
  let replies = await captureAll(origin, paths, headers);
  let unchanged = 0;
  for (let times = 0; unchanged < 2 && times < settlingTimes; times += 1) {
    await wait(settlingMs);
    const again = await captureAll(origin, paths, headers);
    const isSame = again.every((reply, index) => {
      const earlier = replies[index];
      return earlier && difference(earlier, reply) === undefined;
    });
    unchanged = isSame ? unchanged + 1 : 0;
    replies = again;
  }
  for (const { path, status } of replies) {
    if (status !== 200) throw new Error(`${path} answers ${status}.`);
  }
  return replies;
}

/** Throws if the two servers' replies differ in a byte, apart from timestamps and the order of headers. */
async function assertSame(
  site: ServerProcess,
  plain: ServerProcess,
  paths: readonly string[],
  headers: RequestHeaders,
): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [site, plain].map(({ origin }) => captureAll(origin, paths, headers)),
  );
  for (const [index, reply] of (ours ?? []).entries()) {
    const other = theirs?.[index];
    const apart = other && difference(reply, other);
    if (apart) throw new Error(`The plain server answers ${reply.path} differently: ${apart}.`);
  }
}

/** Microseconds of the server's processor time per request. */
async function cpuPerRequest(
  server: ServerProcess,
  paths: readonly string[],
  headers: RequestHeaders,
  seconds: number,
): Promise<number> {
  const before = server.cpuMs();
  const { requests } = await generateLoad(server.origin, paths, headers, seconds);
  return ((server.cpuMs() - before) * 1_000) / requests;
}

async function prepareRow(row: LoadRow, places: Places, edition: Edition) {
  const site = await places.site(edition, row.content ?? 'sqlite');
  const cookie = row.cookie === 'member' ? site.cookie : row.cookie;
  const headers = {
    ...(row.encoding && { 'accept-encoding': row.encoding }),
    ...(cookie && { cookie }),
  };
  const asked = await row.paths(site);
  const paths = [...new Set(asked)];
  if (row.isWrittenBefore) await warmPageCache(site.origin, paths, headers);
  const replies = await captureSettled(site.origin, paths, headers);
  const plain = await startPlainServer(replies);
  const load = (server: ServerProcess) => cpuPerRequest(server, asked, headers, places.seconds);
  const sizeKb = (replies[0]?.body.length ?? Number.NaN) / 1_000;
  return {
    site: async () => ({
      [row.id]: await load(site),
      ...(row.size && { [`${row.id}-size`]: sizeKb }),
    }),
    plain: async () => ({ [row.id]: await load(plain) }),
    /** Checks that both still send the same replies at the end. */
    async close() {
      try {
        await assertSame(site, plain, paths, headers);
      } finally {
        await plain.stop();
      }
    },
  };
}

type Prepared = Awaited<ReturnType<typeof prepareRow>>;

/** Samples a server until its compiler has optimized what the load needs: what is kept is how fast it stays. */
async function warmUp(sample: Contestant['sample']): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let times = 0; times < warmingTimes; times += 1) {
    const readings = Object.values(await sample());
    const now = readings.reduce((sum, each) => sum + each, 0);
    if (now > hardlyFaster * before) return;
    before = now;
  }
}

/** In sequence, so that each finds in memory what the others left there. */
function inTurn(samples: readonly Contestant['sample'][]): Contestant['sample'] {
  return async () => {
    const readings: Record<string, number> = {};
    for (const sample of samples) Object.assign(readings, await sample());
    return readings;
  };
}

function linesOf({ id, title, goal, size }: LoadRow): readonly Line[] {
  const line: Line = {
    id,
    title,
    unit: 'µs',
    ...(goal !== undefined && { goal: { ratio: goal } }),
  };
  if (!size) return [line];
  const ofSize = size.goal !== undefined && { goal: { atMost: size.goal } };
  return [line, { id: `${id}-size`, title: size.title, unit: 'kB', ...ofSize }];
}

/**
 * Processor time per request, compared with a plain server that sends the same headers and body. Several rows alternate
 * on one process.
 */
export function loadMeasurement(...rows: readonly LoadRow[]): Measurement {
  return {
    lines: rows.flatMap(linesOf),
    isInGate: rows.some(({ isInGate }) => isInGate),
    async prepare(places) {
      const prepared: Prepared[] = [];
      const contestants: Contestant[] = [];
      try {
        for (const edition of places.editions) {
          const own: Prepared[] = [];
          for (const row of rows) {
            const each = await prepareRow(row, places, edition);
            prepared.push(each);
            own.push(each);
          }
          contestants.push(
            { edition, sample: inTurn(own.map(({ site }) => site)) },
            { edition, isBaseline: true, sample: inTurn(own.map(({ plain }) => plain)) },
          );
        }
        for (const { sample } of contestants) await warmUp(sample);
      } catch (error) {
        await Promise.allSettled(prepared.map(({ close }) => close()));
        throw error;
      }
      return {
        contestants,
        async close() {
          for (const { close } of prepared) await close();
        },
      };
    },
  };
}
