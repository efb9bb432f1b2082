import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

test('no page violates its own content security policy, not even to detect a feature', {
  tags: 'slow',
}, async () => {
  const { page, context } = await site.visit();
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile }) => {
      document.documentElement.dataset.refused = `${effectiveDirective} in ${sourceFile}`;
    });
  });
  const refused = () => page.evaluate(() => document.documentElement.dataset.refused ?? null);
  for (const path of ['/', '/All-blogs', '/Featured-Blogs', '/contact', '/Account/signin']) {
    await open(page, path);
    expect(await refused()).toBe(null);
  }
  await signUpInBackground(context, site.url);
  for (const path of ['/Add-Blog', '/Wishlist', '/Account']) {
    await open(page, path);
    expect(await refused()).toBe(null);
  }
});
