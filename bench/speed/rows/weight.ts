import { startChromium } from '../browser/chromium.ts';
import { visit } from '../browser/visit.ts';
import type { Contestant, Measurement } from '../contest.ts';
import { captureReply } from '../load/captured-reply.ts';

const all = 'weight-home';
const first = 'weight-home-first-paint';

/** Size of a gzipped body in kB. */
async function gzipKb(url: string): Promise<number> {
  const { origin, pathname, search } = new URL(url);
  const headers = { 'accept-encoding': 'gzip' };
  const { body } = await captureReply(origin, `${pathname}${search}`, { headers });
  return body.length / 1_000;
}

async function sumOf(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map(gzipKb));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const weight: Measurement = {
  lines: [
    {
      id: all,
      title: 'Home: HTML, CSS and JavaScript, gzip',
      unit: 'kB',
      goal: { atMost: 110 },
    },
    {
      id: first,
      title: '– of that, what the first paint waits for',
      unit: 'kB',
      goal: { atMost: 25 },
    },
  ],
  isInGate: true,
  mostRounds: 1,
  async prepare({ editions, site }) {
    const browser = await startChromium();
    const contestants: Contestant[] = [];
    for (const edition of editions) {
      const { origin } = await site(edition, 'demo');
      const url = `${origin}/`;
      contestants.push({
        edition,
        async sample() {
          // Visits once before, so that replies that are compressed after their first request are ready.
          await visit(browser, { url, isThrottled: false });
          const { files } = await visit(browser, { url, isThrottled: false });
          const texts = files.filter((file) => /\.(js|css)$/.test(new URL(file.url).pathname));
          const blocking = texts.filter(({ isBlocking }) => isBlocking);
          const urls = (some: typeof files) => [url, ...new Set(some.map((file) => file.url))];
          return { [all]: await sumOf(urls(texts)), [first]: await sumOf(urls(blocking)) };
        },
      });
    }
    return { contestants, close: () => browser.close() };
  },
};
