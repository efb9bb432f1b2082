import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const site = visitedSite();

const looks = [
  { theme: 'light', width: 1366 },
  { theme: 'dark', width: 1366 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const;

test.for(looks)(
  'every account screen can be used by everybody, $theme and $width pixels wide',
  async (look) => {
    const { page, context } = await site.visit(look);

    async function expectUsable(): Promise<void> {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(look.width);
    }

    for (const address of ['/Account/forgot-password', '/Account/reset-password']) {
      await open(page, address);
      await expectUsable();
    }
    await open(page, '/Account/verify-email');
    await expectUsable();
    await open(page, '/Account/signup');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('dialog').waitFor();
    await expectUsable();
    await page.getByRole('button', { name: 'OK' }).click();
    await expectUsable();
    await open(page, '/Account/signin');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectUsable();

    await signUpInBackground(context, site.url);
    await open(page, '/Account');
    await page.getByText('This browser').waitFor();
    await expectUsable();
  },
);
