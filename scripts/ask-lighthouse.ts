import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const lighthouse = 'lighthouse@13.5.0';
const attempts = 4;
const browserFlags = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      displayValue: z.string().optional(),
    }),
  ),
});
export type LighthouseReport = z.output<typeof reportSchema>;

export interface LighthouseQuestion {
  readonly url: string;
  /** Value of the `Cookie` header; the request is made as its owner. */
  readonly cookie?: string;
  /** Path of the browser's executable. */
  readonly chromium: string;
  /** Target of the full report, as JSON. */
  readonly file: string;
}

/**
 * Runs Lighthouse on a page in its mobile mode. npm downloads Lighthouse and its hundred dependencies at the first
 * call, and caches them. Lighthouse sometimes misses the start of a page load and recommends a retry; rejects after
 * four such failures, and where npm can't download it.
 */
export async function askLighthouse(question: LighthouseQuestion): Promise<LighthouseReport> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(question);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function askOnce(question: LighthouseQuestion): Promise<LighthouseReport> {
  const { url, cookie, chromium, file } = question;
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  const child = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${lighthouse}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${browserFlags}`,
      ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    // Outside the project, so that nothing is added to it.
    { cwd: folder, env: { ...process.env, CHROME_PATH: chromium }, stdio: 'inherit' },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${url}.`);
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Score out of 100 in a category, such as `performance`. */
export function scoreOf(report: LighthouseReport, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100);
}
