import { expect, test } from 'vitest';
import { eventually, open } from '../browser.ts';
import { visitedSite } from '../visited-site.ts';

const members = visitedSite();
const open_ = visitedSite({ READING: 'public' });

interface ApiBlog {
  readonly _id: string;
  readonly title: string;
  readonly category: string;
  readonly imageUrl: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly wordCount: number;
  readonly author: { readonly name: string; readonly bio: string | null };
}

/** A blog of the site that is called so. */
async function blogOf(siteUrl: string, title: string): Promise<ApiBlog> {
  const found = await fetch(`${siteUrl}/api/allBlogs?search=${encodeURIComponent(title)}`);
  const [{ _id }] = await found.json();
  return (await fetch(`${siteUrl}/api/blog/${_id}`)).json();
}

const withoutBio = 'Mending the Same Jumper Twice';
const defaultBio = 'Writer, thinker, and creator of amazing stories.';
