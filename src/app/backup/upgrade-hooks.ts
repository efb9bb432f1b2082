import type { Logger } from 'pino';
import type { UpgradeHooks } from '../../storage/upgrade-hooks.ts';
import type { Config } from '../config.ts';

/** Between two lines about one step, in milliseconds. */
const sayEveryMs = 2_000;

/** What a start does about a database of an older version, and says of it at the terminal and in the log. */
export function createUpgradeHooks(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backups' | 'pictureBucket'>,
  say: (line: string) => void,
  log: Pick<Logger, 'info'>,
): UpgradeHooks {
  const begunAt = performance.now();
  let backup: string | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    async beforeRewriting(step) {
      // Loaded by who needs one.
      const { backUpBeforeUpgrade } = await import('./backup-before-upgrade.ts');
      backup = await backUpBeforeUpgrade({ place: config, step, say });
    },
    onStep: (step) => say(`Migrating the database: ${step} …`),
    onRows(step, done, of, what) {
      const now = performance.now();
      if (done < of && now - saidAt < sayEveryMs) return;
      saidAt = now;
      const [some, all] = [done, of].map((count) => count.toLocaleString('en'));
      say(`${step}: ${some} of ${all} ${what}`);
    },
    onDone(steps) {
      const tookMs = Math.round(performance.now() - begunAt);
      say(`The database has been migrated in ${(tookMs / 1_000).toFixed(1)} s.`);
      log.info({ steps, backup, tookMs }, 'database migrated');
    },
  };
}
