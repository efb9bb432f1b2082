import { expect, test } from 'vitest';
import { plainParagraphs } from './plain-paragraphs.ts';

test('runs of lines become paragraphs, with HTML escaped and Markdown left as text', () => {
  expect(plainParagraphs('\n\n# a\n <b> & "c"\n \t\n\n[d](/e)\n')).toBe(
    '<p># a\n &lt;b&gt; &amp; &quot;c&quot;</p>\n<p>[d](/e)</p>',
  );
  expect(plainParagraphs(' \n ')).toBe('');
});
