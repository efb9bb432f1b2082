/** `npm run restore -- <file> [--replace] [--as-it-was] [--check]`: restores a backup, or only verifies it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/backup-format.ts';
import { proveBackup } from '../backup/prove-backup.ts';
import type { ReadBackup } from '../backup/restore/read-archive.ts';
import { restoreBackup } from '../backup/restore/restore-backup.ts';
import { type Config, readConfig } from '../config.ts';
import { say } from '../serving/terminal.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run restore -- <file> [--replace] [--as-it-was] [--check]
--replace    what is there makes room: it is moved aside, not removed
--as-it-was  also what was used up, ended or decided since: staff who were dismissed, texts that were taken down
--check      only says whether the backup is good; touches nothing`;

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        replace: { type: 'boolean' },
        'as-it-was': { type: 'boolean' },
        check: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file: path.resolve(file), ...values };
  } catch {
    // Reported below.
  }
  throw new BackupError(usage);
}

function describe({ about, manifest }: ReadBackup): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const engine = about.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return `The backup is of ${new Date(about.madeAt).toISOString()}, by version ${about.version} on ${engine}: ${rows} rows and ${manifest.pictures.files} files of pictures, counted and compared.`;
}

async function check(file: string, { databaseUrl }: Config): Promise<void> {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'content-hub-restore-'));
  try {
    say(describe(await proveBackup(file, { workFolder, databaseUrl })));
    say('It is good. Nothing was changed.');
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

async function main(args: readonly string[]): Promise<void> {
  const given = readArguments(args);
  const config = readConfig(process.env);
  if (given.check) return check(given.file, config);
  const restored = await restoreBackup({
    ...config,
    ...given,
    replace: given.replace ?? false,
    isAsItWas: given['as-it-was'] ?? false,
    say,
  });
  say(describe(restored));
  for (const line of restored.comesBack) say(line);
  if (restored.aside) say(`What was there lies in ${restored.aside}: remove it when you like.`);
  say(
    'Nothing is sent to readers (newsletters, news of comments, what waited) until an owner says so in Manage: leave it so in a second copy of a site that runs.',
  );
  say('Everything is in its place; everybody signs in again. Start the site with: npm start');
}

await runCommand(main);
