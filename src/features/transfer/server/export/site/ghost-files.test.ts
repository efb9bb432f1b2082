import { expect } from 'vitest';
import { givenBlogs } from '../../../../../blog/server/testing.ts';
import { testOnEachEngine } from '../../../../../storage/testing.ts';
import { ghostFiles } from './ghost-files.ts';

const uploaded = `/images/uploads/${'0'.repeat(32)}-1280x800-a0b1c2.jpg`;

testOnEachEngine(
  'pictures that an export for Ghost holds are found in it, others of this site by their whole address',
  async ({ storage }) => {
    const author = (photo: string) => ({ name: photo, photo, bio: null });
    await givenBlogs(storage, [
      { imageUrl: uploaded, author: author('/images/authors/a.webp') },
      { imageUrl: '/images/categories/travel.webp', author: author(uploaded) },
      { imageUrl: 'https://pictures.example/a.webp' },
    ]);
    const parts = {
      storage,
      siteUrl: 'https://hub.example',
      siteName: async () => 'Hub',
      siteAudience: async () => 'everybody' as const,
      pictureFiles: () => async function* () {},
      commentHtml: (text: string) => text,
      oldAddresses: async function* () {},
    };
    let json = '';
    for await (const { name, content } of ghostFiles(parts)) {
      if (name === 'ghost.json') for await (const piece of content) json += piece;
    }
    const { posts, users } = JSON.parse(json).db[0].data;
    const inGhost = uploaded.replace('/images/uploads/', '__GHOST_URL__/content/images/');
    const covers = posts.map((post: { feature_image: string }) => post.feature_image);
    expect(covers.toSorted()).toEqual([
      inGhost,
      'https://hub.example/images/categories/travel.webp',
      'https://pictures.example/a.webp',
    ]);
    const photos = users.map((user: { profile_image: string }) => user.profile_image);
    expect(photos.toSorted()).toEqual([inGhost, 'https://hub.example/images/authors/a.webp']);
  },
);
