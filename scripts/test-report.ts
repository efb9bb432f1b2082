import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { tracesOf } from '../test/failed-tests.ts';
import { root } from './launcher/project.mjs';

/** What Vitest's JSON reporter writes, as far as it is read here. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          tags: z.array(z.string()),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
type TestFile = z.output<typeof reportSchema>['testResults'][number];

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tagged `slow`, and not asked for. */
  readonly leftOut: number;
  /** For each failed test what to open, what was expected, and what its page left. */
  readonly failures: readonly string[];
  /** The same for each test that passed when it was tried again: no failure of the run, but a fault to hunt down. */
  readonly secondTries: readonly string[];
}

const fromRoot = (file: string) => path.relative(root, file);

/** The innermost line of a stack that is the test's own. */
function placeOf(stack: string, testFile: string): string {
  const [, position] = stack.split(testFile)[1]?.match(/^:(\d+)/) ?? [];
  return position ? `${fromRoot(testFile)}:${position}` : fromRoot(testFile);
}

/** The message of an error with a stack: what was expected, in a few lines. */
function expectationOf(stack: string): string {
  const [message = ''] = stripVTControlCharacters(stack).split(/\n\s+at /);
  return message.trim().split('\n').slice(0, 12).join('\n    ');
}

type Test = TestFile['assertionResults'][number];

/** What to open, what was expected, and what its page left. */
function toldTest(file: string, mark: string, { title, failureMessages }: Test): string {
  const [stack = ''] = failureMessages ?? [];
  const traces = globSync(`${tracesOf(file, title)}-*.{png,txt}`).sort();
  const left = traces.map((trace) => `see ${fromRoot(trace)}`);
  const lines = [`${mark} ${placeOf(stack, file)}  ${title}`, expectationOf(stack), ...left];
  return lines.join('\n    ');
}

/** A passed test has errors where it failed at first. */
function secondTriesOf({ name: file, assertionResults }: TestFile): string[] {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map((test) => toldTest(file, '↻', test));
}

function failuresOf({ name: file, status, message, assertionResults }: TestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') {
    return [`✗ ${fromRoot(file)} could not be run\n    ${expectationOf(message)}`];
  }
  return failed.map((test) => toldTest(file, '✗', test));
}

/** Reads the report of a run; all zeros where there is none. A file that couldn't even be loaded is one failed test. */
export function readReport(file: string): TestReport {
  if (!existsSync(file)) {
    return { passed: 0, failed: 0, skipped: 0, leftOut: 0, failures: [], secondTries: [] };
  }
  const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const failures = report.testResults.flatMap(failuresOf);
  const leftOut = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && tags.includes('slow')).length;
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests - leftOut,
    leftOut,
    failures,
    secondTries: report.testResults.flatMap(secondTriesOf),
  };
}
