import { expect, test } from 'vitest';
import { findUndescribed } from './undescribed.ts';

test('pictures without a description are counted, and the position of the first is reported', () => {
  const text =
    '# Title\n\n> - a [![](/images/a.webp)](/)\n\n![told](/images/b.webp) ![ ](https://a.example/c.png)';
  expect(findUndescribed(text)).toEqual({ undescribed: 2, undescribedAt: text.indexOf('![](') });
});

test('picture marks that show no picture need no description', () => {
  const text =
    '`![](/images/a.webp)`\n\n    ![](/images/b.webp)\n\n![](/logout) ![]() \\![](/images/c.webp)';
  expect(findUndescribed(text)).toEqual({ undescribed: 0 });
});
