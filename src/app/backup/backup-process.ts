/** A child process that makes one backup: it reads, packs and verifies at low priority. */
import { StorageError } from '../../storage/storage.ts';
import { BackupError } from './backup-format.ts';
import type { BackupAnswer, BackupJob } from './make-backup.ts';
import { lowerPriority, makeBackup } from './make-backup.ts';

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

lowerPriority();
process.once('message', async (job: BackupJob) => {
  process.send?.(await answer(job), () => process.disconnect?.());
});
// The site has ended: the next backup deletes the unfinished one.
process.once('disconnect', () => process.exit());
