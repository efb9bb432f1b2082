import path from 'node:path';
import { askLighthouse, scoreOf } from '../../../scripts/ask-lighthouse.ts';
import { inProject } from '../../../scripts/launcher/project.mjs';
import { chromiumPath } from '../browser/chromium.ts';
import type { Contestant, Measurement } from '../contest.ts';
import { onAllCores } from '../cores.ts';
import { NotHere } from '../places.ts';
import { type ReadPage, readPages } from './read-pages.ts';

const reports = inProject('test-results', 'lighthouse');

function lighthouseMeasurement(page: ReadPage): Measurement {
  const id = `lighthouse-${page.id}`;
  return {
    lines: [{ id, title: page.title, unit: 'of 100', goal: { atLeast: 100 } }],
    mostRounds: 3,
    async prepare({ editions, site }) {
      const chromium = chromiumPath();
      const contestants: Contestant[] = [];
      for (const edition of editions) {
        const filled = await site(edition, 'demo');
        const question = {
          url: `${filled.origin}${page.path(filled)}`,
          chromium,
          file: path.join(reports, `${page.id}-${edition}.json`),
          ...(page.isMembers && { cookie: filled.cookie }),
        };
        contestants.push({
          edition,
          async sample() {
            const report = await onAllCores(() => askLighthouse(question)).catch(
              (error: unknown) => {
                throw new NotHere(`no Lighthouse here (${String(error)})`);
              },
            );
            return { [id]: scoreOf(report, 'performance') };
          },
        });
      }
      return { contestants };
    },
  };
}

/** Lighthouse's performance score on a phone. The reports remain in `test-results/lighthouse`. */
export const lighthouse: readonly Measurement[] = readPages.map(lighthouseMeasurement);
