/**
 * `npm run lighthouse`: asks Lighthouse about the site's main pages, and fails where accessibility, best practices or
 * search engines get less than 100. Performance is printed, but hangs on the machine. Lighthouse and the hundred
 * packages behind it are fetched by npm when this is run, and kept in npm's own cache.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { paths } from '../src/paths.ts';
import { type SceneSite, SceneSites } from '../test/scenes/scene-sites.ts';
import { buildSite } from './build-site.ts';
import { getChromium } from './get-chromium.ts';
import { inProject } from './launcher/project.mjs';

const lighthouse = 'lighthouse@13.5.0';
const folder = inProject('test-results', 'lighthouse');
const attempts = 4;
const demanded = ['accessibility', 'best-practices', 'seo'] as const;
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
type Report = z.output<typeof reportSchema>;

interface Visit {
  readonly name: string;
  readonly path: string;
  readonly isMember?: boolean;
}

function visitsOf({ blogIds }: SceneSite): Visit[] {
  const [blogId = ''] = blogIds.values();
  return [
    { name: 'home', path: paths.home.to() },
    { name: 'all-blogs', path: paths.allBlogs.to() },
    { name: 'featured', path: paths.featuredBlogs.to() },
    { name: 'blog', path: paths.blog.to(blogId), isMember: true },
    { name: 'sign-in', path: paths.signIn.to() },
  ];
}

/** Lighthouse now and then misses the start of a page load, and says to ask again. */
async function ask(visit: Visit, site: SceneSite, chromium: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(visit, site, chromium);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function askOnce(visit: Visit, site: SceneSite, chromium: string): Promise<Report> {
  const file = path.join(folder, `${visit.name}.json`);
  const cookie = site.memberCookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const child = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${lighthouse}`,
      '--',
      'lighthouse',
      site.url + visit.path,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${browserFlags}`,
      ...(visit.isMember ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    // Outside the project, so that nothing is added to it.
    { cwd: folder, env: { ...process.env, CHROME_PATH: chromium }, stdio: 'inherit' },
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${visit.path}.`);
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const scoreOf = (report: Report, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

function print({ name }: Visit, report: Report): void {
  const scores = ['performance', ...demanded].map(
    (category) => `${category} ${scoreOf(report, category)}`,
  );
  const shift = report.audits['cumulative-layout-shift']?.displayValue;
  const paint = report.audits['largest-contentful-paint']?.displayValue;
  console.log(`${name}: ${scores.join(', ')}; layout shift ${shift}, largest paint ${paint}`);
  for (const { title, score } of Object.values(report.audits)) {
    if (score !== null && score < 0.9) console.log(`  ${Math.round(score * 100)} ${title}`);
  }
}

async function run(): Promise<boolean> {
  const chromium = getChromium();
  if (!chromium) throw new Error('No Chromium: install Chromium or Chrome, or set CHROMIUM_PATH.');
  if (!buildSite()) return false;
  mkdirSync(folder, { recursive: true });
  const sites = new SceneSites();
  let isFull = true;
  try {
    const site = await sites.of('demo');
    for (const visit of visitsOf(site)) {
      const report = await ask(visit, site, chromium);
      print(visit, report);
      isFull &&= demanded.every((category) => scoreOf(report, category) === 100);
    }
  } finally {
    await sites.stop();
  }
  return isFull;
}

process.exitCode = (await run()) ? 0 : 1;
