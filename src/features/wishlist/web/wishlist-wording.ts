import { Problem } from '../../../platform/contract/problems.ts';

interface Said {
  readonly title: string;
  readonly text: string;
}

/** The messages of the two screens with Add to Wishlist buttons (specification, section 8). */
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

/** The message for a failed removal. */
export const notRemoved = {
  title: 'Something went wrong',
  text: 'Failed to remove the item from your wishlist.',
  tone: 'problem',
} as const;

/** The message for a failure: the server's, if it has one. */
export function failureOf(wording: Wording, error: unknown): Said {
  const { title, text } = wordings[wording].failed;
  const isExplained = error instanceof Problem && error.code !== 'internal';
  return { title, text: isExplained ? error.message : text };
}
