import { expect, test } from 'vitest';
import { signUpInBackground } from '../account.ts';
import { open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';
import { publishInBackground } from '../writing.ts';

const site = visitedSite();

test.for([1366, 390])(
  'the footer is where the page ends, %i wide, whatever is hidden in the preview',
  async (width) => {
    const { page, context } = await site.visit({ width });
    await signUpInBackground(context, site.url);
    const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`);
    const notes = '| a | b[^1] |\n| - | - |\n| 1 | 2 |\n\nIt is noted.[^1]\n\n[^1]: Far below.';
    const longDescription = [...paragraphs, notes].join('\n\n');
    const id = await publishInBackground(context, site.url, { longDescription });
    await open(page, `/update-blog/${id}`);
    const preview = page.getByRole('region', { name: 'Preview' });
    if (width < 1280) await page.getByRole('button', { name: 'Preview' }).click();
    await preview.getByText('Far below.').waitFor();
    const below = await page.evaluate(() => {
      const footer = document.querySelector('footer.no-print')?.getBoundingClientRect();
      return document.documentElement.scrollHeight - scrollY - (footer?.bottom ?? 0);
    });
    expect(Math.abs(below)).toBeLessThanOrEqual(1);
  },
);
