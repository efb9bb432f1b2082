import { expect, test } from 'vitest';
import { folderOf, readExport } from '../testing-exports.ts';

test('lists of subscribers as Excel writes them, those who left first', async () => {
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
