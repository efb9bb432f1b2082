/**
 * `npm run lighthouse`: runs Lighthouse on the site's main pages, and fails where accessibility, best practices or
 * search engines score below 100. Performance is printed only, since it depends on the machine. npm downloads
 * Lighthouse and its hundred dependencies at the first run, and caches them.
 */
import path from 'node:path';
import { paths } from '../src/paths.ts';
import { type SceneSite, SceneSites } from '../test/scenes/scene-sites.ts';
import { askLighthouse, type LighthouseReport, scoreOf } from './ask-lighthouse.ts';
import { buildSite } from './build-site.ts';
import { getChromium } from './get-chromium.ts';
import { inProject } from './launcher/project.mjs';

const folder = inProject('test-results', 'lighthouse');
const demanded = ['accessibility', 'best-practices', 'seo'] as const;

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

function ask(visit: Visit, site: SceneSite, chromium: string): Promise<LighthouseReport> {
  const cookie = site.memberCookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return askLighthouse({
    url: site.url + visit.path,
    chromium,
    file: path.join(folder, `${visit.name}.json`),
    ...(visit.isMember && { cookie }),
  });
}

function print({ name }: Visit, report: LighthouseReport): void {
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
