/** Words per minute of silent reading: the mean for English non-fiction in Brysbaert's review of 190 studies (2019). */
const wordsPerMinute = 238;

/** Reading time of a number of words, in whole minutes, at least one. */
export function readingMinutesOf(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / wordsPerMinute));
}
