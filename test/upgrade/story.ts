import type { Caller } from './site-caller.ts';

/** A person of the story, with the session that they began then. */
export interface StoryPerson extends Caller {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export interface StoryText {
  readonly kind: 'blog' | 'comment' | 'draft';
  /** What it is an example of. */
  readonly name: string;
  readonly id: string;
  /** Name of the person who wrote it. */
  readonly by: string;
}

/**
 * What was done to a site before its database was kept: who is there, what they wrote and by which secrets it can be
 * reached. What nobody can read in the database any more stands here alone.
 */
export interface Story {
  /** Milliseconds since 1970: everything in the database is older. */
  readonly madeAt: number;
  readonly people: readonly StoryPerson[];
  readonly texts: readonly StoryText[];
  /** Tokens, codes and ids by what they are for. */
  readonly secrets: Readonly<Record<string, string>>;
}

export const password = 'Analytical1';

/** The word for which a text waits until staff let it in. */
export const listedWord = 'casino';

/** Settings of the site on which a story takes place, and on which it is looked at. */
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
