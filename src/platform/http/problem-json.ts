import type { ProblemBody } from '../contract/problems.ts';

/** RFC 9457. */
export const problemJson = 'application/problem+json';
const json = 'application/json';

/** The weight (`q`) of a type in an `Accept` header; undefined if the header doesn't name it. */
function weightOf(accept: string, type: string): number | undefined {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name.toLowerCase() !== type) continue;
    const weight = parameters.find((parameter) => parameter.toLowerCase().startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    return Number.isNaN(value) ? 0 : value;
  }
  return undefined;
}

/** Whether to send errors as RFC 9457: the client names that type, with at least the weight of JSON. */
export function prefersProblemJson(accept: string | undefined): boolean {
  if (accept === undefined || !/problem\+json/i.test(accept)) return false;
  const weight = weightOf(accept, problemJson) ?? 0;
  return weight > 0 && weight >= (weightOf(accept, json) ?? 0);
}

/** An error reply with the members of RFC 9457 beside the site's own; the message is in `detail`. */
export interface ProblemDocument extends Omit<ProblemBody, 'message'> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** The problem's code as words: equal for all problems of a kind. */
function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function problemDocument(status: number, { message, ...rest }: ProblemBody): ProblemDocument {
  return {
    type: `/api/docs#${rest.code}`,
    title: titleOf(rest.code),
    status,
    detail: message,
    ...rest,
  };
}

/** Body and headers of an error reply in the format that the client accepts. */
export function negotiated(
  accept: string | undefined,
  status: number,
  body: ProblemBody,
): { readonly text: string; readonly headers: Readonly<Record<string, string>> } {
  if (!prefersProblemJson(accept)) return { text: JSON.stringify(body), headers: {} };
  return {
    text: JSON.stringify(problemDocument(status, body)),
    headers: { 'content-type': `${problemJson}; charset=utf-8` },
  };
}
