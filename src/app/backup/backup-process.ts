/**
 * A process of its own that makes one backup: it reads, packs and compares for as long as that takes, and gives way to the
 * site meanwhile.
 */
import { StorageError } from '../../storage/storage.ts';
import { BackupError } from './backup-format.ts';
import type { BackupAnswer, BackupJob } from './make-backup.ts';
import { giveWay, makeBackup } from './make-backup.ts';

async function answer(job: BackupJob): Promise<BackupAnswer> {
  try {
    return { outcome: 'made', backup: await makeBackup(job) };
  } catch (error) {
    const isForeseen = error instanceof BackupError || error instanceof StorageError;
    const stack = error instanceof Error ? error.stack : undefined;
    const reason = isForeseen ? error.message : (stack ?? String(error));
    return { outcome: 'failed', reason };
  }
}

giveWay();
process.once('message', async (job: BackupJob) => {
  process.send?.(await answer(job), () => process.disconnect?.());
});
// The site has ended: what was begun is taken away by the next.
process.once('disconnect', () => process.exit());
