import { expect, test } from 'vitest';
import { listIdOf, writeEmail } from './write-email.ts';

const site = {
  name: 'The Content Hub',
  url: 'https://blog.example.org',
  address: 'Ada <b>\n1 Street',
};
const content = { title: 'News', parts: [], why: 'You subscribed.' };
const end = { label: 'Unsubscribe', href: 'https://blog.example.org/unsubscribe/x' };

test('an e-mail with an unsubscribe link ends with the site’s postal address, if it has one', () => {
  const message = writeEmail({ ...content, end }, site);
  expect(message.text.endsWith('https://blog.example.org\nAda <b>\n1 Street')).toBe(true);
  expect(message.html).toContain('<p dir="auto">Ada &lt;b&gt;<br>1 Street</p></footer>');
  const { address: _none, ...without } = site;
  for (const silent of [writeEmail(content, site), writeEmail({ ...content, end }, without)]) {
    expect(silent.text).not.toContain('Street');
    expect(silent.html).not.toContain('Street');
  }
});

test('a List-Id consists of the list and the host of the site', () => {
  expect(listIdOf({ name: '', url: 'https://blog.example.org:8443' }, 'comments')).toBe(
    'comments.blog.example.org',
  );
});
