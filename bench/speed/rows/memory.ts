import { freePort } from '../../../test/free-port.ts';
import { startServer } from '../../server-process.ts';
import type { Measurement } from '../contest.ts';
import type { Line } from '../figures.ts';
import { generateLoad } from '../load/generate-load.ts';
import { type Content, type FilledSite, NotHere } from '../places.ts';

/** Seconds of each kind of load. */
const seconds = 5;

/** Peak memory in MiB of a new process on this site's data, while visitors and members request all pages. */
async function peakUnderLoad(site: FilledSite): Promise<number> {
  const port = await freePort();
  const { command, variables } = site.another(port);
  const server = await startServer(command, port, variables);
  try {
    const posts = site.blogIds.map((id) => `/blog/${id}`);
    const paths = ['/', '/All-blogs', '/api/allBlogs', ...posts];
    await generateLoad(server.origin, paths, { 'accept-encoding': 'gzip, br' }, seconds);
    await generateLoad(server.origin, paths, { cookie: site.cookie }, seconds);
    return server.peakMiB();
  } finally {
    await server.stop();
  }
}

/** Memory of the site's process, not of the database server. */
export function memoryMeasurement(line: Line, content: Content): Measurement {
  return {
    lines: [line],
    mostRounds: 3,
    async prepare({ editions, site }) {
      if (process.platform !== 'linux') throw new NotHere('only Linux says what was held at most');
      const contestants = [];
      for (const edition of editions) {
        const filled = await site(edition, content);
        contestants.push({
          edition,
          sample: async () => ({ [line.id]: await peakUnderLoad(filled) }),
        });
      }
      return { contestants };
    },
  };
}
