import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { tracePrefixOf } from '../test/failed-tests.ts';
import { root } from './launcher/project.mjs';

/** The parts of Vitest's JSON report that are used here. */
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
  /** Tests tagged `slow` that were not selected. */
  readonly leftOut: number;
  /** For each failed test: the file to open, the expectation, and its page's traces. */
  readonly failures: readonly string[];
  /** The same for each test that passed on a retry: not a failed run, but a flaky test to fix. */
  readonly secondTries: readonly string[];
}

const fromRoot = (file: string) => path.relative(root, file);

/** The innermost stack line within the test. */
function placeOf(stack: string, testFile: string): string {
  const [, position] = stack.split(testFile)[1]?.match(/^:(\d+)/) ?? [];
  return position ? `${fromRoot(testFile)}:${position}` : fromRoot(testFile);
}

/** The first lines of an error's message, without its stack. */
function expectationOf(stack: string): string {
  const [message = ''] = stripVTControlCharacters(stack).split(/\n\s+at /);
  return message.trim().split('\n').slice(0, 12).join('\n    ');
}

type Test = TestFile['assertionResults'][number];

/** The file to open, the expectation, and the page's traces. */
function formatTest(file: string, mark: string, { title, failureMessages }: Test): string {
  const [stack = ''] = failureMessages ?? [];
  const traces = globSync(`${tracePrefixOf(file, title)}-*.{png,txt}`).sort();
  const left = traces.map((trace) => `see ${fromRoot(trace)}`);
  const lines = [`${mark} ${placeOf(stack, file)}  ${title}`, expectationOf(stack), ...left];
  return lines.join('\n    ');
}

/** A passed test has errors where its first attempt failed. */
function secondTriesOf({ name: file, assertionResults }: TestFile): string[] {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
    .map((test) => formatTest(file, '↻', test));
}

function failuresOf({ name: file, status, message, assertionResults }: TestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') {
    return [`✗ ${fromRoot(file)} could not be run\n    ${expectationOf(message)}`];
  }
  return failed.map((test) => formatTest(file, '✗', test));
}

/** Parses the report of a run; all zeros where there is none. A file that failed to load counts as one failed test. */
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
