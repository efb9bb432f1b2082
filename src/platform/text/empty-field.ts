import { z } from 'zod';

/**
 * Honeypot field: hidden from people, filled only by programs. A filled field is refused with a plain message: a person
 * whose browser filled it knows what to do, and a program learns no more than from any other refusal.
 */
export const emptyFieldSchema = z
  .string()
  .max(0, { error: 'This looks as if a program had filled in the form. Please type it yourself.' })
  .optional();
