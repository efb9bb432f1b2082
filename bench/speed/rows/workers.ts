import { freePort } from '../../../test/free-port.ts';
import { cpuMsOfTree, type ServerProcess, startServer } from '../../server-process.ts';
import { startSite } from '../../start-site.ts';
import type { Measurement } from '../contest.ts';
import { hasOwnCore, onAllCores } from '../cores.ts';
import type { Line } from '../figures.ts';
import { captureReply, type RequestHeaders } from '../load/captured-reply.ts';
import { generateLoad } from '../load/generate-load.ts';
import { plainProgram } from '../load/plain-replies.ts';
import { NotHere } from '../places.ts';
import { type Filled, fillWithPosts } from '../posts.ts';

const postCount = 50;
/** Searches of one sample that nobody has asked before: more than are answered in it. */
const searchesMax = 4_000;
const gzip = { 'accept-encoding': 'gzip' };

interface Work {
  readonly id: string;
  readonly title: string;
  readonly isPlain?: boolean;
  headersFor(site: Filled): RequestHeaders;
  pathsFor(site: Filled, round: number): readonly string[];
}

const pages = ({ blogIds }: Filled) => ['/', ...blogIds.map((id) => `/blog/${id}`)];
const works: readonly Work[] = [
  {
    id: 'workers-made',
    title: 'pages made anew',
    headersFor: () => gzip,
    pathsFor: (_site, round) =>
      Array.from({ length: searchesMax }, (_, index) => `/All-blogs?search=${round}x${index}`),
  },
  {
    id: 'workers-members',
    title: 'finished pages, signed in',
    headersFor: ({ cookie }) => ({ cookie }),
    pathsFor: pages,
  },
  {
    id: 'workers-strangers',
    title: 'finished pages, signed out',
    headersFor: () => gzip,
    pathsFor: pages,
  },
  {
    id: 'workers-plain',
    title: 'one reply of a plain Node server',
    isPlain: true,
    headersFor: () => gzip,
    pathsFor: () => ['/'],
  },
];

function linesOf({ id, title, isPlain }: Work): readonly Line[] {
  return [
    {
      id,
      title: `Two processes, ${title}: requests a second, as times those of one`,
      unit: '',
      ...(!isPlain && { goal: { atLeast: 1.5 } }),
    },
    {
      id: `${id}-cpu`,
      title: '– processor time of a request, as times that of one',
      unit: '',
      ...(!isPlain && { goal: { atMost: 1.1 } }),
    },
  ];
}

/** A server that may use all cores, which the load shares. */
interface Serving {
  readonly server: ServerProcess;
  readonly filled: Filled;
}

async function startSiteWith(workers: 1 | 2): Promise<Serving> {
  const settings = { WORKERS: String(workers), DEMO: 'off', LIMITS: '0' };
  const server = await onAllCores(() => startSite(settings));
  return { server, filled: await fillWithPosts(server.origin, postCount) };
}

async function load({ server, filled }: Serving, work: Work, round: number, seconds: number) {
  const before = cpuMsOfTree(server.pid);
  const { requests, seconds: taken } = await onAllCores(() =>
    generateLoad(server.origin, work.pathsFor(filled, round), work.headersFor(filled), seconds),
  );
  return { perSecond: requests / taken, cpuMs: (cpuMsOfTree(server.pid) - before) / requests };
}

/** What a second process adds on a machine where both share all cores with the load. */
export const secondProcess: Measurement = {
  lines: works.flatMap(linesOf),
  async prepare({ seconds }) {
    if (!hasOwnCore) throw new NotHere('one core only');
    const one = await startSiteWith(1);
    const two = await startSiteWith(2);
    const plain = plainProgram([await captureReply(one.server.origin, '/', { headers: gzip })]);
    const startPlain = async (processes: 1 | 2): Promise<Serving> => {
      const port = await freePort();
      const start = () => startServer(plain.unpinned(port, processes), port, {});
      return { server: await onAllCores(start), filled: one.filled };
    };
    const plainOne = await startPlain(1);
    const plainTwo = await startPlain(2);
    let round = 0;
    return {
      contestants: [
        {
          edition: 'now',
          async sample() {
            round += 1;
            const readings: Record<string, number> = {};
            for (const work of works) {
              const [alone, both] = work.isPlain ? [plainOne, plainTwo] : [one, two];
              const ofOne = await load(alone, work, round, seconds);
              const ofTwo = await load(both, work, round, seconds);
              readings[work.id] = ofTwo.perSecond / ofOne.perSecond;
              readings[`${work.id}-cpu`] = ofTwo.cpuMs / ofOne.cpuMs;
            }
            return readings;
          },
        },
      ],
      async close() {
        for (const { server } of [one, two, plainOne, plainTwo]) await server.stop();
        plain.remove();
      },
    };
  },
};
