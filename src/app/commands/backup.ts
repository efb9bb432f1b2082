/** `npm run backup [-- <folder>]`: backs up the whole running site to one file. */
import path from 'node:path';
import { BackupError } from '../backup/backup-format.ts';
import { describeBackup } from '../backup/describe-backup.ts';
import { lowerPriority, makeBackup } from '../backup/make-backup.ts';
import { readConfig } from '../config.ts';
import { runCommand } from './run-command.ts';

async function main([folder, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || folder?.startsWith('-')) {
    throw new BackupError('Usage: npm run backup [-- <folder>]');
  }
  lowerPriority();
  const config = readConfig(process.env);
  const target = folder ? path.resolve(folder) : config.backups.folder;
  const { dataDir, databaseUrl, pictureBucket } = config;
  const { keepsPictures } = config.backups;
  const options = { dataDir, databaseUrl, pictureBucket, keepsPictures, folder: target };
  console.log(describeBackup(await makeBackup(options)));
}

await runCommand(main);
