import { z } from 'zod';
import { readText, type TextRule } from './read-text.ts';
import { type ReadValue, Refused } from './read-value.ts';

/** A schema that parses a text with `read`. */
export function valueSchema<Value extends string>(text: z.ZodString, read: ReadValue<Value>) {
  return text.transform((given, context): Value => {
    const value = read(given);
    if (!(value instanceof Refused)) return value;
    context.addIssue({ code: 'custom', message: value.message });
    return z.NEVER;
  });
}

/** The schema of a text that a person types, with the rules of `readText`. */
export function textSchema(rule: TextRule) {
  return valueSchema(z.string({ error: `${rule.name} is required.` }), (given) =>
    readText(rule, given),
  );
}
