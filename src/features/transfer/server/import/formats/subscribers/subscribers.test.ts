import { expect, test } from 'vitest';
import { fileOf, folderOf, readExport } from '../testing-exports.ts';

test('subscriber lists are read as Excel writes them, unsubscribed ones first', async () => {
  const { subscribers, skips } = await readExport(
    folderOf({
      'subscribed.csv':
        '\uFEFF"Email Address";"First Name";"NOTES";"CONFIRM_TIME"\r\n"A@x.example";"Al";"two\r\nlines; ""so""";"2020-01-02 03:04:05"\r\nnobody;;;\r\n',
      'unsubscribed.csv': 'Email Address,First Name\nb@x.example,Bo\n',
    }),
  );
  expect(subscribers).toMatchObject([
    { email: 'b@x.example', isSubscribed: false },
    {
      email: 'a@x.example',
      name: 'Al',
      isSubscribed: true,
      consentedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
    },
  ]);
  expect(skips).toMatchObject([{ name: 'subscribed.csv (1)' }]);
});

test('a subscriber list in UTF-16 is read, as Excel saves Unicode text', async () => {
  const table = '\uFEFFEmail Address\tFirst Name\r\nzoe@x.example\tZoë\r\n';
  const { subscribers, skips } = await readExport(
    fileOf('list.csv', Buffer.from(table, 'utf16le')),
  );
  expect(subscribers).toMatchObject([{ email: 'zoe@x.example', name: 'Zoë', isSubscribed: true }]);
  expect(skips).toEqual([]);
});
