import { expect, test } from 'vitest';
import { findUndescribed } from './undescribed.ts';

test('a picture without words is found wherever it stands, and by whatever mark', () => {
  const text =
    '# Title\n\n> - a [![](/images/a.webp)](/)\n\n![told](/images/b.webp) ![ ](https://a.example/c.png)';
  expect(findUndescribed(text)).toEqual({ undescribed: 2, undescribedAt: text.indexOf('![](') });
});

test('what is no picture for a reader needs no words', () => {
  const text =
    '`![](/images/a.webp)`\n\n    ![](/images/b.webp)\n\n![](/logout) ![]() \\![](/images/c.webp)';
  expect(findUndescribed(text)).toEqual({ undescribed: 0 });
});
