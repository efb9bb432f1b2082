import { type RaceTrack, races } from '../site/writes/testing-races.ts';
import { type Budget, Findings, type PartResult } from './findings.ts';
import type { FuzzedSite } from './site/fuzzed-site.ts';

const readersCount = 8;

async function trackOf(sites: readonly FuzzedSite[]): Promise<RaceTrack> {
  const [site] = sites;
  if (!site) throw new Error('A race needs a site.');
  const writer = await site.signUp();
  const readers = await Promise.all(Array.from({ length: readersCount }, () => site.signUp()));
  return { urls: sites.map(({ url }) => url), writer, readers };
}

/**
 * Part d: concurrent changes, round after round, on sites that share one database. `cases` is the number of rounds of
 * each race.
 */
export async function fuzzRaces(
  sites: readonly FuzzedSite[],
  engine: string,
  budget: Budget,
): Promise<PartResult> {
  const begun = Date.now();
  const findings = new Findings();
  const track = await trackOf(sites);
  let rounds = 0;
  for (let round = 0; round < budget.cases && Date.now() < begun + budget.ms; round += 1) {
    for (const [name, race] of Object.entries(races)) {
      rounds += 1;
      await race(track, round).catch((error: unknown) => {
        findings.add(`${name} on ${engine}`, `round ${round}: ${String(error)}`);
      });
    }
  }
  return {
    part: `races on ${engine}`,
    inputs: rounds,
    seconds: (Date.now() - begun) / 1_000,
    serverErrors: 0,
    crashes: sites.filter((site) => site.exitCode() !== null).length,
    busy: 0,
    findings: findings.list,
  };
}
