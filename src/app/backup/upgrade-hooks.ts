import type { Logger } from 'pino';
import type { UpgradeHooks } from '../../storage/upgrade-hooks.ts';
import type { Config } from '../config.ts';

/** Minimum milliseconds between two progress lines of one step. */
const sayEveryMs = 2_000;

/** Hooks of a start that migrates a database: backups, and messages for terminal and log. */
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
      // Loaded on demand.
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
