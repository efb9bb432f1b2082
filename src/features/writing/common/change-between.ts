/** Characters compared at once: comparing a long text one by one takes tens of milliseconds. */
const comparedAtOnce = 4_096;

/** Length of the common prefix of two texts, up to `most`. */
function alikeAtStart(one: string, other: string, most: number): number {
  const part = (text: string, at: number) => text.slice(at, at + comparedAtOnce);
  let count = 0;
  while (count + comparedAtOnce <= most && part(one, count) === part(other, count)) {
    count += comparedAtOnce;
  }
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count += 1;
  return count;
}

/** Length of the common suffix of two texts, up to `most`. */
function alikeAtEnd(one: string, other: string, most: number): number {
  const part = (text: string, count: number) =>
    text.slice(text.length - count - comparedAtOnce, text.length - count);
  const codeAt = (text: string, count: number) => text.charCodeAt(text.length - 1 - count);
  let count = 0;
  while (count + comparedAtOnce <= most && part(one, count) === part(other, count)) {
    count += comparedAtOnce;
  }
  while (count < most && codeAt(one, count) === codeAt(other, count)) count += 1;
  return count;
}

/** The change from one text to another: the segment between their common prefix and suffix. */
export function changeBetween(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  const from = alikeAtStart(before, after, shorter);
  const same = alikeAtEnd(before, after, shorter - from);
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
