/**
 * `npm test`: types, lint and rings, then every test. `npm test -- comments`: the tests of every kind whose file or
 * folder names that word. Gets Chromium and builds where that is needed. Says at the end what each failed test expected
 * and where to look; the last line is `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { failedFolder } from '../test/failed-tests.ts';
import { buildSiteMeanwhile } from './build-site.ts';
import { runChecks } from './checks/checks.ts';
import { getTestBrowser } from './get-chromium.ts';
import { getStrace } from './get-strace.ts';
import { inProject, root } from './launcher/project.mjs';
import { runToEnd } from './launcher/run-to-end.mjs';
import { readReport, type TestReport } from './test-report.ts';

const reportFile = inProject('test-results', 'report.json');
/** Written by test/global-setup.ts. */
const postgresFile = inProject('test-results', 'postgres-not-tested.txt');

function runTests(args: readonly string[], chromium: string | undefined): Promise<number> {
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };
  return runToEnd(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function closingLine({ passed, failed, skipped }: Omit<TestReport, 'failures'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function test(args: readonly string[]): Promise<boolean> {
  mkdirSync(inProject('test-results'), { recursive: true });
  rmSync(reportFile, { force: true });
  rmSync(failedFolder, { recursive: true, force: true });
  rmSync(postgresFile, { force: true });
  const chromium = getTestBrowser();
  if (!chromium) {
    console.error('No Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  }
  if (!getStrace()) {
    console.error('No strace: the order of syncing and answering is not tested (Linux only).');
  }
  // The build leaves a core idle for most of its time: the checks run beside it.
  const building = buildSiteMeanwhile();
  const checks = runChecks();
  const isBuilt = await building;
  const code = await runTests(args, chromium);
  const tests = readReport(reportFile);
  const failed = checks.failed + tests.failed + (isBuilt ? 0 : 1);
  const withoutPostgres = readText(postgresFile)?.trim();
  const isRefused = withoutPostgres !== undefined && process.env.CI === 'true';
  // An error outside any test makes Vitest fail with no failed test.
  const unexplained = failed === 0 && (code !== 0 || isRefused) ? 1 : 0;
  if (tests.failures.length > 0) console.log(`\n${tests.failures.join('\n\n')}`);
  if (withoutPostgres) console.log(`\n${withoutPostgres}`);
  console.log(
    `\n${closingLine({
      passed: checks.passed + tests.passed + (isBuilt ? 1 : 0),
      failed: failed + unexplained,
      skipped: tests.skipped,
    })}`,
  );
  return failed + unexplained === 0;
}

process.exitCode = (await test(process.argv.slice(2))) ? 0 : 1;
