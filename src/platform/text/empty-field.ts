import { z } from 'zod';

/**
 * A field that nobody sees and only a program fills. What fills it is refused in plain words: a person whose browser did so
 * knows what to do, and a program learns no more than by any other refusal.
 */
export const emptyFieldSchema = z
  .string()
  .max(0, { error: 'This looks as if a program had filled in the form. Please type it yourself.' })
  .optional();
