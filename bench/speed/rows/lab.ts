import { startChromium } from '../browser/chromium.ts';
import { type Vitals, visit } from '../browser/visit.ts';
import type { Contestant, Measurement } from '../contest.ts';
import { onAllCores } from '../cores.ts';
import type { Line } from '../figures.ts';
import { type ReadPage, readPages } from './read-pages.ts';

const goals: Readonly<
  Record<
    keyof Vitals,
    { readonly title: string; readonly unit: Line['unit']; readonly atMost: number }
  >
> = {
  // Thresholds of good values: web.dev/articles/vitals, and developer.chrome.com on Lighthouse's metrics.
  firstPaint: { title: 'first contentful paint', unit: 'ms', atMost: 1_800 },
  largestPaint: { title: 'largest contentful paint', unit: 'ms', atMost: 2_500 },
  shift: { title: 'layout shift', unit: '', atMost: 0.1 },
  blocked: { title: 'blocking time', unit: 'ms', atMost: 200 },
};
const vitalNames = Object.keys(goals) as readonly (keyof Vitals)[];

const idOf = (page: ReadPage, name: keyof Vitals) =>
  `lab-${page.id}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function labMeasurement(page: ReadPage): Measurement {
  return {
    lines: vitalNames.map((name) => {
      const { title, unit, atMost } = goals[name];
      return { id: idOf(page, name), title: `${page.title}: ${title}`, unit, goal: { atMost } };
    }),
    mostRounds: 5,
    async prepare({ editions, site }) {
      const browser = await onAllCores(startChromium);
      const contestants: Contestant[] = [];
      for (const edition of editions) {
        const filled = await site(edition, 'demo');
        const request = {
          url: `${filled.origin}${page.path(filled)}`,
          ...(page.isMembers && { cookie: filled.cookie }),
        };
        // Renders the page, and warms up the server's compiler.
        await visit(browser, { ...request, isThrottled: false });
        contestants.push({
          edition,
          async sample() {
            const { vitals } = await visit(browser, { ...request, isThrottled: true });
            return Object.fromEntries(vitalNames.map((name) => [idOf(page, name), vitals[name]]));
          },
        });
      }
      return { contestants, close: () => browser.close() };
    },
  };
}

/** Loading times on a phone. */
export const lab: readonly Measurement[] = readPages.map(labMeasurement);
