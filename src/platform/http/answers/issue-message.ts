import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Counted in these; a number itself is the limit. */
const units: Readonly<Record<string, string>> = {
  string: ' characters long',
  array: ' entries long',
};

/**
 * The sentence for a value whose schema has none of its own, which only programs send: zod's words name neither the
 * field nor, for a missing one, that it is missing.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  const { path = [], input } = issue;
  const name = path.join('.') || 'The request';
  if (input === undefined && path.length > 0) return `${name} is required.`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${kinds[issue.expected] ?? 'of another type'}.`;
    case 'invalid_value':
      return `${name} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`;
    case 'too_small':
      return `${name} must be at least ${issue.minimum}${units[issue.origin] ?? ''}.`;
    case 'too_big':
      return `${name} can be at most ${issue.maximum}${units[issue.origin] ?? ''}.`;
    default:
      return `${name} isn't valid.`;
  }
}
