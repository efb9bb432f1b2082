import { z } from 'zod';
import { type Answer, answer } from '../../identity/answer.ts';
import { defineFeature } from '../../identity/define-feature.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { unavailable } from '../../platform/contract/problems.ts';
import type { Storage } from '../../storage/storage.ts';
import type { BackupSettings } from '../backup/backup-state.ts';
import { readBackupState } from '../backup/backup-state.ts';

export const liveness = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'Answers while the process lives.',
  reply: z.object({ status: z.literal('ok') }),
});

export const readiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary:
    'Answers 200 while the site can be used: the database answers, is migrated and can be written.',
  reply: z.object({
    status: z.literal('ready'),
    backup: z
      .object({
        madeAt: z.iso.datetime().nullable(),
        ageSeconds: z.number().int().nullable(),
        isLate: z.boolean(),
      })
      .optional()
      .meta({ description: 'The newest backup, where there is one or the site makes any.' }),
    uploads: z
      .object({ isShared: z.literal(false) })
      .optional()
      .meta({
        description: 'Only where machines of this site put pictures into folders of their own.',
      }),
    replica: z
      .object({
        state: z.enum(['current', 'behind', 'unreachable', 'foreign']),
        since: z.iso.datetime(),
      })
      .optional()
      .meta({
        description:
          'The replica of the database, where there is one; foreign is a server that is no replica of this database. Unless it is current, reads go to the primary.',
      }),
  }),
});

interface HealthParts {
  readonly storage: Storage;
  readonly backups: BackupSettings;
  /** Undefined where the pictures' folder needn't be shared. */
  readonly sharedFolder: { elsewhere(): readonly string[] } | undefined;
  /** True while the process finishes its requests and accepts no new ones. */
  readonly isDraining: () => boolean;
}

/** `/healthz`: liveness. `/readyz`: readiness for traffic. */
function healthAnswers({
  storage,
  backups,
  sharedFolder,
  isDraining,
}: HealthParts): readonly Answer[] {
  const runsSince = Date.now();

  async function newestBackup() {
    const { newest, ageMs, isLate } = await readBackupState(backups, runsSince, Date.now());
    if (!newest && backups.everyMs === undefined) return undefined;
    return {
      madeAt: newest ? new Date(newest.madeAt).toISOString() : null,
      ageSeconds: ageMs === undefined ? null : Math.floor(ageMs / 1_000),
      isLate,
    };
  }

  function replicaState() {
    const status = storage.replicaStatus();
    return status && { state: status.state, since: new Date(status.since).toISOString() };
  }

  return [
    answer(liveness, async () => ({ status: 'ok' as const })),
    answer(readiness, async () => {
      try {
        if (isDraining()) throw new Error('The server is closing.');
        await storage.assertReady();
      } catch (cause) {
        throw unavailable({ retryAfter: 1, cause });
      }
      const backup = await newestBackup();
      const replica = replicaState();
      const isUnshared = (sharedFolder?.elsewhere().length ?? 0) > 0;
      return {
        status: 'ready' as const,
        ...(backup && { backup }),
        ...(replica && { replica }),
        ...(isUnshared && { uploads: { isShared: false as const } }),
      };
    }),
  ];
}

interface HealthFeatureParts extends Omit<HealthParts, 'backups'> {
  readonly config: Pick<HealthParts, 'backups'>;
}

export const healthFeature = defineFeature({
  name: 'health',
  contracts: [{ liveness, readiness }],
  start: ({ config, ...parts }: HealthFeatureParts) => ({
    answers: healthAnswers({ ...parts, backups: config.backups }),
  }),
});
