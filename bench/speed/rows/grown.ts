import type { ServerProcess } from '../../server-process.ts';
import type { Contestant, Measurement } from '../contest.ts';
import { quantile } from '../figures.ts';
import { generateLoad } from '../load/generate-load.ts';
import { shuffled, zipf } from '../load/orders.ts';
import { startPlainServer } from '../load/plain-replies.ts';
import { readEach, warmPageCache } from '../load/read-each.ts';
import { type Content, type FilledSite, NotHere } from '../places.ts';
import { captureSettled, type LoadRow, loadMeasurement } from './load.ts';
import { allLists, blogsOfApi, posts } from './pages.ts';

/** More replies than a plain server can be given as one text. */
const comparedMax = 5_000;
/** Seconds of each kind of load. */
const secondsOfLoad = 5;

type PathsOf = (site: FilledSite) => readonly string[];

/** Shuffled: posts that were published in sequence are neighbours in the database. */
const inTurn =
  (all: PathsOf): PathsOf =>
  (site) =>
    shuffled(all(site)).slice(0, comparedMax);
const byZipf =
  (all: PathsOf): PathsOf =>
  (site) =>
    zipf(inTurn(all)(site));

/**
 * First read of each of thousands of posts after a restart. A plain server gets the same requests: on a busy machine its
 * own slowest replies take milliseconds.
 */
function firstReads(content: Content, count: string): Measurement {
  const id = `${content}-first`;
  return {
    lines: [
      {
        id,
        title: `First read of each of ${count} posts after a restart, median`,
        unit: 'ms',
      },
      {
        id: `${id}-p99`,
        title: '– 99 of 100 take no longer than',
        unit: 'ms',
        goal: { atMost: 5 },
      },
      { id: `${id}-most`, title: '– the slowest', unit: 'ms' },
    ],
    mostRounds: 3,
    async prepare({ editions, site }) {
      const contestants: Contestant[] = [];
      const plainServers: ServerProcess[] = [];
      const read = async (origin: string, paths: readonly string[]) => {
        const times = await readEach(origin, paths);
        return {
          [id]: quantile(times, 0.5),
          [`${id}-p99`]: quantile(times, 0.99),
          [`${id}-most`]: quantile(times, 1),
        };
      };
      for (const edition of editions) {
        const filled = await site(edition, content);
        const paths = shuffled(posts(filled));
        await warmPageCache(filled.origin, paths);
        const compared = paths.slice(0, comparedMax);
        const plain = await startPlainServer(await captureSettled(filled.origin, compared, {}));
        plainServers.push(plain);
        contestants.push(
          {
            edition,
            async sample() {
              await filled.restart();
              return read(filled.origin, paths);
            },
          },
          { edition, isBaseline: true, sample: () => read(plain.origin, compared) },
        );
      }
      return {
        contestants,
        async close() {
          for (const plain of plainServers) await plain.stop();
        },
      };
    },
  };
}

/** Peak memory of a process while each post is requested by visitors, over the API and by a member. */
function memory(content: Content, count: string): Measurement {
  const id = `${content}-memory`;
  return {
    lines: [{ id, title: `Most memory, ${count} posts`, unit: 'MiB', goal: { atMost: 200 } }],
    mostRounds: 3,
    async prepare({ editions, site }) {
      if (process.platform !== 'linux') throw new NotHere('only Linux says what was held at most');
      const contestants: Contestant[] = [];
      for (const edition of editions) {
        const filled = await site(edition, content);
        contestants.push({
          edition,
          async sample() {
            await filled.restart();
            for (const [paths, headers] of [
              [posts, {}],
              [blogsOfApi, {}],
              [posts, { cookie: filled.cookie }],
            ] as const) {
              await generateLoad(filled.origin, inTurn(paths)(filled), headers, secondsOfLoad);
            }
            return { [id]: filled.peakMiB() };
          },
        });
      }
      return { contestants };
    },
  };
}

interface Goals {
  readonly inTurn?: number;
  readonly byZipf?: number;
}

/** Two rows: the paths in turn, and in a Zipf distribution. */
function inBothOrders(
  { id, title, ...row }: Pick<LoadRow, 'id' | 'title' | 'content' | 'cookie' | 'isInGate'>,
  all: PathsOf,
  goals: Goals = {},
): readonly Measurement[] {
  const shared = { ...row, isWrittenBefore: true };
  return [
    loadMeasurement({
      ...shared,
      id,
      title: `${title}, each in turn`,
      paths: inTurn(all),
      ...(goals.inTurn && { goal: goals.inTurn }),
    }),
    loadMeasurement({
      ...shared,
      id: `${id}-zipf`,
      title: `${title}, by Zipf`,
      paths: byZipf(all),
      ...(goals.byZipf && { goal: goals.byZipf }),
    }),
  ];
}

function grownSite(content: Content, count: string): readonly Measurement[] {
  const row = (name: string, title: string) => ({ id: `${content}-${name}`, title, content });
  return [
    firstReads(content, count),
    ...inBothOrders(row('strangers', `${count} posts, signed out`), posts, {
      inTurn: 0.5,
      byZipf: 0.7,
    }),
    ...inBothOrders({ ...row('members', `${count} posts, signed in`), cookie: 'member' }, posts, {
      inTurn: 0.3,
      byZipf: 0.35,
    }),
    ...inBothOrders(row('api', `\`GET /api/blog/{id}\` over ${count}`), blogsOfApi, {
      inTurn: 0.7,
    }),
    memory(content, count),
  ];
}

/** The loads share the page cache, so each finds what the others left there. */
const besideEachOther = loadMeasurement(
  {
    id: 'grown-beside-strangers',
    title: '500 posts, signed out, beside lists and members',
    paths: posts,
    goal: 0.8,
  },
  { id: 'grown-beside-lists', title: '– the lists', paths: allLists },
  {
    id: 'grown-beside-members',
    title: '– the same posts, signed in',
    paths: posts,
    cookie: 'member',
    goal: 0.4,
  },
);

/** More posts than fit in memory. */
export const grown: readonly Measurement[] = [
  besideEachOther,
  ...inBothOrders(
    {
      id: 'grown-2000',
      title: '2,000 posts, signed out',
      content: 'grown-2000',
      isInGate: true,
    },
    posts,
  ),
  ...grownSite('grown-5000', '5,000'),
  ...grownSite('grown-50000', '50,000').map((each) => ({ ...each, onlyBy: 'grown-50000' })),
];
