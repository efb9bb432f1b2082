// @module-tag slow
import { expect, test } from 'vitest';
import { newAccount, signUpInBackground } from '../../account.ts';
import { open } from '../../browser.ts';
import { siteOutput } from '../../running-site.ts';
import { claimCodeOf } from '../../scenes/scene-staff.ts';
import { visitedSite } from '../../visited-site.ts';

const site = visitedSite({ DEMO: 'off' });

const post = (id: number, title: string, status: string, more = '') => `<item>
  <title>${title}</title><link>https://old.example/2019/05/${id}/</link>
  <dc:creator><![CDATA[mara]]></dc:creator>
  <content:encoded><![CDATA[<p>Words about ${title} that are worth keeping.</p>]]></content:encoded>
  <excerpt:encoded><![CDATA[]]></excerpt:encoded>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2019-05-06 07:08:09</wp:post_date_gmt>
  <wp:post_date>2019-05-06 07:08:09</wp:post_date>
  <wp:status>${status}</wp:status><wp:post_type>post</wp:post_type>
  <category domain="category" nicename="trips"><![CDATA[Trips]]></category>${more}
</item>`;
const comment = `<wp:comment><wp:comment_id>1</wp:comment_id>
  <wp:comment_author><![CDATA[Jo]]></wp:comment_author>
  <wp:comment_date_gmt>2019-05-07 08:00:00</wp:comment_date_gmt>
  <wp:comment_content><![CDATA[I was there too.]]></wp:comment_content>
  <wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type>
  <wp:comment_parent>0</wp:comment_parent></wp:comment>`;
const wordpress = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login><![CDATA[mara]]></wp:author_login>
<wp:author_display_name><![CDATA[Mara Lind]]></wp:author_display_name></wp:author>
${post(1, 'A walk by the sea', 'publish', comment)}
${post(2, 'Not finished yet', 'draft')}
</channel></rss>`;

test('an owner imports a WordPress export, from the file to the report', async () => {
  const olga = newAccount({ displayName: 'Olga Tokarczuk' });
  const { page, context } = await site.visit({ allowedComplaints: /40[0-9]/ });
  await signUpInBackground(context, site.url, olga);
  await open(page, `/Manage/claim?code=${claimCodeOf(siteOutput(site.url))}`);
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.waitForURL(`${site.url}/Manage`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();

  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Choose a file').click();
  await (await chooser).setFiles({
    name: 'old.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(wordpress),
  });
  await page.getByRole('table', { name: 'What would happen' }).waitFor();
  const ahead = page.getByRole('region', { name: 'What would become of each' });
  await ahead.getByRole('listitem').filter({ hasText: 'Not finished yet' }).waitFor();
  expect(await ahead.getByRole('listitem').count()).toBe(2);
  await page.getByLabel('Trips').selectOption('Lifestyle');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import this?' });
  await dialog.getByLabel('Your password').fill(olga.password);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();

  await page.getByRole('table', { name: 'What came in' }).waitFor();
  const report = page.getByRole('region', { name: 'Report' });
  await report.getByText('imported as a draft').waitFor();
  expect(await report.getByRole('listitem').count()).toBe(2);

  await open(page, '/All-blogs');
  await page.getByRole('link', { name: 'A walk by the sea' }).first().waitFor();
  expect(await page.getByText('Not finished yet').count()).toBe(0);
});
