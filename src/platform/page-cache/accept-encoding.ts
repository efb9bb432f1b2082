/** Content codings (RFC 9110, 8.4.1), the smallest first. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

const plainOnly: readonly Coding[] = ['identity'];
/** Cache of parsed headers; browsers send only a handful of different ones. */
const answers = new Map<string, readonly Coding[]>();
const answersKept = 100;
const longestKept = 200;

/**
 * The codings that an `Accept-Encoding` header weighs at least as high as identity (RFC 9110, 12.5.3), the smallest
 * first; identity is always the last.
 */
export function codingsFor(acceptEncoding: string | undefined): readonly Coding[] {
  if (acceptEncoding === undefined) return plainOnly;
  const known = answers.get(acceptEncoding);
  if (known !== undefined) return known;
  const answer = weigh(acceptEncoding);
  if (acceptEncoding.length <= longestKept) {
    if (answers.size >= answersKept) answers.clear();
    answers.set(acceptEncoding, answer);
  }
  return answer;
}

function weigh(acceptEncoding: string): readonly Coding[] {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (coding) weights.set(coding, weightOf(parameters));
  }
  const suits = (coding: string) => {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    return weight > 0 && weight >= (weights.get('identity') ?? 0);
  };
  return codings.filter((coding) => coding === 'identity' || suits(coding));
}

/** The `q` value of a coding; 1 if absent, 0 if invalid. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}
