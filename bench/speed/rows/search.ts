import type { Contestant, Measurement } from '../contest.ts';
import { captureReply } from '../load/captured-reply.ts';
import { commonWord } from '../posts.ts';

/** Searches per round; the slowest of them counts. */
const searches = 40;
const id = 'search-slowest';

/** The word with capitals at the number's 1 bits: the same search, but a different address for each number. */
export function spelled(number: number): string {
  return [...commonWord]
    .map((letter, index) => ((number >> index) & 1 ? letter.toUpperCase() : letter))
    .join('');
}

export const slowestSearch: Measurement = {
  lines: [
    {
      id,
      title: 'A word that every title has, 500 posts, the slowest of 40 searches',
      unit: 'ms',
      goal: { atMost: 50 },
    },
  ],
  async prepare({ editions, site }) {
    const contestants: Contestant[] = [];
    for (const edition of editions) {
      const { origin } = await site(edition, 'sqlite');
      let asked = 0;
      const sample = async () => {
        let slowest = 0;
        for (let count = 0; count < searches; count += 1) {
          const began = performance.now();
          const { status } = await captureReply(origin, `/api/allBlogs?search=${spelled(asked)}`);
          if (status !== 200) throw new Error(`A search answers ${status}.`);
          slowest = Math.max(slowest, performance.now() - began);
          asked += 1;
        }
        return { [id]: slowest };
      };
      await sample();
      contestants.push({ edition, sample });
    }
    return { contestants };
  },
};
