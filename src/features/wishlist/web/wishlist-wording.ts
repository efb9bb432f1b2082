import { Problem } from '../../../platform/contract/problems.ts';

interface Said {
  readonly title: string;
  readonly text: string;
}

/** What the two screens with Add to Wishlist buttons say when it is done, or not (specification, section 8). */
export const wordings = {
  home: {
    added: {
      title: 'Added to Wishlist',
      text: 'The blog has been added to your wishlist successfully!',
    },
    failed: { title: 'Failed to Add', text: 'Something went wrong.' },
  },
  'all-blogs': {
    added: { title: 'Success', text: 'Added to wishlist successfully!' },
    failed: {
      title: 'Check Wishlist',
      text: 'Failed to add to wishlist. Please try again later.',
    },
  },
} as const satisfies Record<string, { readonly added: Said; readonly failed: Said }>;

export type Wording = keyof typeof wordings;

/** What is said where a blog couldn't be taken off. */
export const notRemoved = {
  title: 'Something went wrong',
  text: 'Failed to remove the item from your wishlist.',
  tone: 'problem',
} as const;

/** Why it failed: the server's own words, where it has some. */
export function failureOf(wording: Wording, error: unknown): Said {
  const { title, text } = wordings[wording].failed;
  const isExplained = error instanceof Problem && error.code !== 'internal';
  return { title, text: isExplained ? error.message : text };
}
