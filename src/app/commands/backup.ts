/** `npm run backup [-- <folder>]`: keeps a copy of the whole site in one file, while it runs. */
import path from 'node:path';
import { StorageError } from '../../storage/storage.ts';
import { BackupError } from '../backup/backup-format.ts';
import { describeBackup } from '../backup/describe-backup.ts';
import { giveWay } from '../backup/give-way.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { ConfigError, readConfig } from '../config.ts';

async function main([folder, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || folder?.startsWith('-')) {
    throw new BackupError('Usage: npm run backup [-- <folder>]');
  }
  giveWay();
  const config = readConfig(process.env);
  const target = folder ? path.resolve(folder) : config.backups.folder;
  const { dataDir, databaseUrl, pictureBucket } = config;
  const { keepsPictures } = config.backups;
  const options = { dataDir, databaseUrl, pictureBucket, keepsPictures, folder: target };
  console.log(describeBackup(await makeBackup(options)));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isForeseen = [BackupError, ConfigError, StorageError].some((kind) => error instanceof kind);
  if (!isForeseen) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
