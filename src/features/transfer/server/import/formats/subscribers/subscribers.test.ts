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

const consents = async (name: string, head: string, rows: readonly string[]) => {
  const table = [head, ...rows.map((row, index) => `a${index}@x.example,${row}`)].join('\n');
  const { subscribers } = await readExport(fileOf(name, `${table}\n`));
  return subscribers.map(({ isSubscribed, whyNot }) =>
    isSubscribed ? 'subscribed' : (whyNot ?? 'unsubscribed'),
  );
};

test('a subscriber list in Windows-1252 is read, as Excel saves CSV', async () => {
  const rows = (name: string) =>
    `Email;Name\r\n${'a@x.example;A\r\n'.repeat(9_000)}z@x.example;${name}\r\n`;
  const read = async (table: Buffer) =>
    (await readExport(fileOf('list.csv', table))).subscribers.at(-1)?.name;
  expect(await read(Buffer.from(rows('Zoë Müller'), 'latin1'))).toBe('Zoë Müller');
  expect(await read(Buffer.from(rows('Zoë Müller')))).toBe('Zoë Müller');
  // One broken character doesn't make another encoding of a table in UTF-8.
  const torn = Buffer.concat([Buffer.from(rows('Zoë').trimEnd()), Buffer.from([0xff])]);
  expect(await read(torn)).toBe('Zoë\uFFFD');
});

test('only a state that is known as consent subscribes anybody', async () => {
  const yes = ['subscribed', 'Active', 'confirmed', 'TRUE', 'Opted-in', 'free', 'comp', 'regular'];
  const no = ['unsubscribed', 'opted out', 'opt-out', 'cancelled', 'declined'];
  expect(await consents('list.csv', 'email,status', yes)).toEqual(yes.map(() => 'subscribed'));
  expect(await consents('list.csv', 'email,status', no)).toEqual(no.map(() => 'unsubscribed'));
  const unknown = [
    'removed',
    'blocklisted',
    'never',
    'transactional',
    'paused',
    'Foo',
    'b@c.example',
    '',
  ];
  expect(await consents('list.csv', 'email,Status', unknown)).toEqual([
    'the address was removed there, so that it gets nothing here',
    'the address was blocked there, so that it gets nothing here',
    'its status "never" there is not known as consent',
    'its status "transactional" there is not known as consent',
    'its status "paused" there is not known as consent',
    'its status "Foo" there is not known as consent',
    'the list does not say that it was subscribed',
    'the list does not say that it was subscribed',
  ]);
});

test('the report tells apart why somebody got no emails', async () => {
  const bounced = 'emails did not reach the address there, so that it gets nothing here';
  const unconfirmed = 'the address had not been confirmed there';
  const never = 'the address was not subscribed there';
  expect(
    await consents('list.csv', 'email,subscription_status', [
      'bounced',
      'Cleaned',
      'pending',
      'Not confirmed',
      'Validating',
      'nonsubscribed',
      'Non-Subscribed',
      'not subscribed',
      'complained',
    ]),
  ).toEqual([
    bounced,
    bounced,
    unconfirmed,
    unconfirmed,
    unconfirmed,
    never,
    never,
    never,
    'emails were reported as spam there, so that it gets nothing here',
  ]);
  expect(await consents('cleaned_1.csv', 'email,name', ['x'])).toEqual([bounced]);
  expect(await consents('nonsubscribed_1.csv', 'email,name', ['x'])).toEqual([never]);
});

test('columns of yes and no, and of times, tell of consent; a state that is a place does not', async () => {
  const both = 'email,email_disabled,unsubscribed,subscribed';
  expect(
    await consents('list.csv', both, [
      'false,false,true',
      'false,true,true',
      'no,2020-01-02,yes',
      'true,,true',
      ',,no',
      ',,2020-01-02',
      ',0,',
    ]),
  ).toEqual([
    'subscribed',
    'unsubscribed',
    'unsubscribed',
    'emails to the address were turned off there',
    'unsubscribed',
    'subscribed',
    'the list does not say that it was subscribed',
  ]);
  expect(await consents('list.csv', 'email,city,state', ['Dover,Kent', 'Dover,'])).toEqual([
    'subscribed',
    'subscribed',
  ]);
  expect(await consents('list.csv', 'email,state', ['active', 'inactive'])).toEqual([
    'subscribed',
    'its status "inactive" there is not known as consent',
  ]);
  expect(await consents('list.csv', 'email,type', ['lead', 'unsubscribed'])).toEqual([
    'subscribed',
    'unsubscribed',
  ]);
});
