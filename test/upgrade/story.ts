import type { Caller } from './site-caller.ts';

/** A person of the story, with the session from that time. */
export interface StoryPerson extends Caller {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export interface StoryText {
  readonly kind: 'blog' | 'comment' | 'draft';
  /** The case that the text is an example of. */
  readonly name: string;
  readonly id: string;
  /** Name of the author. */
  readonly by: string;
}

/**
 * How a site was filled before its database was kept: its people, their texts, and the secrets that give access.
 * Secrets that can't be read from the database are stored only here.
 */
export interface Story {
  /** Milliseconds since 1970; everything in the database is older. */
  readonly madeAt: number;
  readonly people: readonly StoryPerson[];
  readonly texts: readonly StoryText[];
  /** Tokens, codes and ids by their purpose. */
  readonly secrets: Readonly<Record<string, string>>;
}

export const password = 'Analytical1';

/** A word that holds a text for review by staff. */
export const listedWord = 'casino';

/** Settings of the site that a story is written to, and of the site that it is read from. */
export const storySettings = {
  READING: 'public',
  SPAM_WORDS: listedWord,
  LIMITS: '0',
  DEMO: 'off',
} as const;

export function personOf({ people }: Pick<Story, 'people'>, name: string): StoryPerson {
  const person = people.find((one) => one.name === name);
  if (!person) throw new Error(`There is no ${name} in this story.`);
  return person;
}

export function textOf({ texts }: Pick<Story, 'texts'>, name: string): StoryText {
  const text = texts.find((one) => one.name === name);
  if (!text) throw new Error(`There is no “${name}” in this story.`);
  return text;
}
