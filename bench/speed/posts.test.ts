import { expect, test } from 'vitest';
import { blogTextSchema } from '../../src/blog/blog-text.ts';
import { countWords } from '../../src/platform/markdown/plain-text.ts';
import { commonWord, postOf } from './posts.ts';

test.each([0, 7, 499])(
  'made-up post %i is valid for publication and has 600 to 630 words',
  (number) => {
    const post = blogTextSchema.parse(postOf(number));
    expect(post.title).toContain(commonWord);
    const words = countWords(post.longDescription);
    expect(words).toBeGreaterThanOrEqual(600);
    expect(words).toBeLessThan(630);
  },
);
