import { StorageError } from '../../storage/storage.ts';
import { BackupError } from '../backup/backup-format.ts';
import { ConfigError } from '../config.ts';

const foreseen = [BackupError, ConfigError, StorageError];

/** Runs a command with its arguments. An expected error is printed as its message, any other with its stack. */
export async function runCommand(main: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!foreseen.some((kind) => error instanceof kind)) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
