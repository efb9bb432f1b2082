/** `npm run doctor [-- --json] [--mail-to <address>]`: checks everything that a site needs, read-only. */
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { checkBackups } from '../doctor/check-backups.ts';
import { checkDatabase, checkReplica } from '../doctor/check-database.ts';
import {
  checkDisk,
  checkFiles,
  checkMemory,
  checkPort,
  checkRights,
} from '../doctor/check-machine.ts';
import { checkPictures } from '../doctor/check-pictures.ts';
import { checkMail, checkPublicUrl, checkSettings } from '../doctor/check-settings.ts';
import { type Check, type Finding, fail, ok, runChecks } from '../doctor/finding.ts';
import { say } from '../serving/terminal.ts';
import { siteVersion } from '../site-version.ts';

const usage = 'Usage: npm run doctor [-- --json] [--mail-to <address>]';

function checksOf(config: Config, mailTo: string | undefined): readonly Check[] {
  const { dataDir, backups } = config;
  const folders = config.backups.everyMs === undefined ? [dataDir] : [dataDir, backups.folder];
  return [
    {
      about: 'Version',
      look: () => ok(`The Content Hub ${siteVersion()} on Node ${process.versions.node}`),
    },
    { about: 'Settings', look: () => checkSettings(config) },
    { about: 'Port', look: () => checkPort(config) },
    { about: 'Way in', look: () => checkPublicUrl(config) },
    { about: 'Database', look: () => checkDatabase(config) },
    { about: 'Replica', look: () => checkReplica(config) },
    { about: 'Disk', look: () => folders.map(checkDisk) },
    { about: 'Rights', look: () => checkRights(dataDir) },
    { about: 'Pictures', look: () => checkPictures(config) },
    { about: 'Backups', look: () => checkBackups(config) },
    { about: 'Mail', look: () => checkMail(config, mailTo) },
    { about: 'Memory', look: checkMemory },
    { about: 'Open files', look: () => checkFiles(config) },
  ];
}

/** One line for each finding, followed by the advice. */
function describe({ about, level, found, advice }: Finding): string {
  const line = `${level.padEnd(5)} ${about.padEnd(11)} ${found}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(18)}${advice}`;
}

async function examine(mailTo: string | undefined): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ about: 'Settings', ...fail(error.message, 'docs/running.md lists them all.') }];
  }
  return runChecks(checksOf(config, mailTo));
}

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, 'mail-to': { type: 'string' } },
  });
  const findings = await examine(values['mail-to']);
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  if (values.json) say(JSON.stringify(findings, null, 2));
  else {
    for (const finding of findings) say(describe(finding));
    say(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend`);
  }
  process.exitCode = count('fail') > 0 ? 1 : 0;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(usage);
  process.exitCode = 1;
}
