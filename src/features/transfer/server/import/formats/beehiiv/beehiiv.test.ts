import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';

test('Beehiiv: posts are read from its CSV', async () => {
  const csv =
    'id,web_title,status,audience,content_tags,url,content_html,created_at\n1,Bees,confirmed,premium,Hive; Wax,https://b.example/p/bees,"<p>Buzz</p>",2023-01-18 21:25:27\n';
  const { texts } = await readExport(fileOf('b.csv', csv));
  expect(texts).toMatchObject([
    {
      title: 'Bees',
      audience: 'paying',
      tags: ['Hive', 'Wax'],
      addresses: ['/p/bees'],
      markdown: 'Buzz',
      state: 'published',
    },
  ]);
});
