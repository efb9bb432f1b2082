/** Headers seen before; browsers send a handful of different ones, so the answer is kept. */
const answers = new Map<string, boolean>();
const answersKept = 100;
const longestKept = 200;

/** Whether a reply in Brotli suits this `Accept-Encoding` header at least as well as a plain one (RFC 9110, 12.5.3). */
export function prefersBrotli(acceptEncoding: string): boolean {
  const known = answers.get(acceptEncoding);
  if (known !== undefined) return known;
  const answer = weigh(acceptEncoding);
  if (acceptEncoding.length <= longestKept) {
    if (answers.size >= answersKept) answers.clear();
    answers.set(acceptEncoding, answer);
  }
  return answer;
}

function weigh(acceptEncoding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (coding) weights.set(coding, weightOf(parameters));
  }
  const brotli = weights.get('br') ?? weights.get('*') ?? 0;
  return brotli > 0 && brotli >= (weights.get('identity') ?? 0);
}

/** The `q` of a coding; 1 where there is none, 0 where it is not one that the grammar knows. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}
