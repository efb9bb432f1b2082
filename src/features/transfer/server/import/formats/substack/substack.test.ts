import { expect, test } from 'vitest';
import { fileOf, readExport, zipOf } from '../testing-exports.ts';

test('Substack: posts and subscribers are read from its CSV and HTML files', async () => {
  const zip = await zipOf({
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title,subtitle,podcast_url\n1.ore,2020-01-02T00:00:00.000Z,true,newsletter,only_paid,"Ore, raw",Deep,\n2.tin,,false,newsletter,everyone,Tin,,\n3.us,2020-01-02T00:00:00.000Z,true,page,everyone,Us,,\n4.gone,2020-01-02T00:00:00.000Z,true,newsletter,everyone,Gone,,\n',
    'posts/1.ore.html':
      '<p>Dig<a class="footnote-anchor" href="#footnote-1">1</a>.</p><div class="subscription-widget-wrap">Subscribe!</div><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Deep.</p></div></div>',
    'posts/2.tin.html': '<p>Later.</p>',
    'email_list.csv':
      'email,active_subscription,email_disabled,created_at\na@b.example,true,false,2020-01-02T00:00:00.000Z\nc@b.example,false,true,\n',
  });
  const { system, texts, subscribers, skips } = await readExport(fileOf('s.zip', zip));
  expect(system).toBe('Substack');
  expect(texts).toMatchObject([
    {
      title: 'Ore, raw',
      summary: 'Deep',
      audience: 'paying',
      state: 'published',
      addresses: ['/p/ore'],
      markdown: 'Dig[^1].\n\n[^1]: Deep.',
    },
    { title: 'Tin', state: 'draft' },
  ]);
  expect(subscribers.map(({ email, isSubscribed }) => [email, isSubscribed])).toEqual([
    ['a@b.example', true],
    ['c@b.example', false],
  ]);
  expect(skips.map(({ name, isIntended }) => [name, isIntended])).toEqual([
    ['Us', true],
    ['Gone', false],
  ]);
});
