/** Words that adults read silently in a minute: the mean for English non-fiction in Brysbaert's review of 190 studies (2019). */
const wordsPerMinute = 238;

/** Whole minutes that a text of so many words takes, at least one. */
export function readingMinutesOf(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / wordsPerMinute));
}
