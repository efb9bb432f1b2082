import { expect, test } from 'vitest';
import type { BlogCard } from '../../../../blog/contract.ts';
import { noOptionals } from '../../../../blog/fields.ts';
import { blogHeadOf } from './blog-head.ts';

const blog: BlogCard = {
  authorId: null,
  _id: '0198f000-0000-7000-8000-000000000001',
  title: 'A Slow Loaf',
  ...noOptionals,
  imageUrl: '/images/demo/a-slow-loaf.webp',
  category: 'Lifestyle',
  shortDescription: 'Flour, water, salt and most of a Sunday.',
  author: { name: 'Leila Farouk', photo: null, bio: null },
  createdAt: '2026-07-19T07:05:00.000Z',
  wordCount: 700,
  updatedAt: '2026-07-20T07:05:00.000Z',
  version: 1,
};
const siteUrl = 'https://hub.example';

test('a blog for members is marked as not free to read', () => {
  const { jsonLd } = blogHeadOf(blog, { siteUrl, reading: 'members' });
  expect(jsonLd).toMatchObject({
    '@type': 'BlogPosting',
    isAccessibleForFree: false,
    url: 'https://hub.example/blog/0198f000-0000-7000-8000-000000000001',
    image: 'https://hub.example/images/demo/a-slow-loaf.webp',
    datePublished: '2026-07-19T07:05:00.000Z',
    author: { '@type': 'Person', name: 'Leila Farouk' },
  });
});

test('a public blog is marked as free to read', () => {
  expect(blogHeadOf(blog, { siteUrl, reading: 'public' }).jsonLd).toMatchObject({
    isAccessibleForFree: true,
  });
});

test("a blog's head has the cover's alternative text if it is set", () => {
  const settings = { siteUrl, reading: 'public' } as const;
  expect(blogHeadOf({ ...blog, imageAlt: 'A loaf' }, settings).imageAlt).toBe('A loaf');
});

test("an unknown author and date are left out of a blog's head", () => {
  const { jsonLd } = blogHeadOf(
    { ...blog, author: null, createdAt: null },
    { siteUrl, reading: 'public' },
  );
  expect(jsonLd).not.toHaveProperty('author');
  expect(jsonLd).not.toHaveProperty('datePublished');
});

test("a blog's head has its dates, author, section and breadcrumbs", () => {
  const head = blogHeadOf({ ...blog, authorId: 'leila' }, { siteUrl, reading: 'public' });
  expect(head.article).toEqual({
    publishedAt: '2026-07-19T07:05:00.000Z',
    changedAt: '2026-07-20T07:05:00.000Z',
    authorPath: '/author/leila',
    section: 'Lifestyle',
  });
  expect(head.breadcrumbs?.map(({ name }) => name)).toEqual(['Home', 'Lifestyle', 'A Slow Loaf']);
});
