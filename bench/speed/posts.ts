import { categories } from '../../src/blog/contract.ts';
import { ownHeaders, signUp } from '../../test/site-member.ts';

/** A word in the title of every post, and nowhere else. */
export const commonWord = 'observations';

const authors = 10;
const words = 600;
const wishes = 5;

const syllables = 'ka lo mi ne ru ta so vi pe du ha gi be fo ja wu'.split(' ');

/** A made-up word of two to four syllables; the same for the same number. */
function wordOf(number: number): string {
  return [7, 31, 61, 127]
    .slice(0, 2 + (number % 3))
    .map((factor) => syllables[(number * factor + (number >> 4)) % syllables.length])
    .join('');
}

function wordsFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => wordOf(first + index * 7)).join(' ');
}

/** The text of a post as published; 600 words with headings, emphasis, a list and a link. */
export function postOf(number: number) {
  const category = categories[number % categories.length] ?? 'Other';
  const paragraph = words / 8;
  const text = Array.from({ length: 6 }, (_, index) => {
    const from = number * 101 + index * 997;
    return `${wordsFrom(from, paragraph / 3)} *${wordOf(from + 1)}* ${wordsFrom(from + 2, (paragraph * 2) / 3 - 1)}.`;
  });
  const list = Array.from(
    { length: 10 },
    (_, index) => `- ${wordsFrom(number * 13 + index, (paragraph * 2) / 10)}`,
  );
  return {
    title: `${wordOf(number)} ${commonWord} ${wordOf(number * 3 + 1)} ${number}`,
    imageUrl: `/images/categories/${category.toLowerCase()}.webp`,
    category,
    shortDescription: `${wordsFrom(number, 14)}.`,
    longDescription: [
      ...text.slice(0, 2),
      `## ${wordsFrom(number + 5, 4)}`,
      ...text.slice(2, 4),
      list.join('\n'),
      `## ${wordsFrom(number + 9, 4)}`,
      ...text.slice(4),
      `[${wordOf(number)}](https://example.org/${number})`,
    ].join('\n\n'),
  };
}

/** Sends a change as a signed-in member. Throws if it isn't a success. */
async function post<Reply>(
  origin: string,
  address: string,
  cookie: string,
  body: unknown,
): Promise<Reply> {
  const reply = await fetch(`${origin}${address}`, {
    method: 'POST',
    headers: ownHeaders(origin, cookie),
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

export interface Filled {
  /** Newest last. */
  readonly blogIds: readonly string[];
  /** Session of a member who wrote nothing and has a few wishes. */
  readonly cookie: string;
}

/** Publishes this many posts by ten authors, and signs up a reader, by the calls that the pages make. */
export async function fillWithPosts(origin: string, count: number): Promise<Filled> {
  const blogIds: string[] = [];
  async function write(author: number): Promise<void> {
    const { cookie } = await signUp(origin);
    for (let number = author; number < count; number += authors) {
      const { _id } = await post<{ _id: string }>(origin, '/api/addBlog', cookie, postOf(number));
      blogIds.push(_id);
    }
  }
  await Promise.all(Array.from({ length: authors }, (_, author) => write(author)));
  const { cookie } = await signUp(origin);
  for (const reviewId of blogIds.slice(-wishes)) {
    await post(origin, '/addWishlist', cookie, { reviewId });
  }
  return { blogIds, cookie };
}
