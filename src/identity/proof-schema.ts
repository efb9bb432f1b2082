import { z } from 'zod';
import { toNfc } from '../platform/text/normal-form.ts';

/** More than the longest password. */
const passwordMax = 512;

/** The password that confirms a call; empty for an account without one. */
export const proofSchema = z
  .string()
  .max(passwordMax, { error: 'This is too long for a password.' })
  .transform(toNfc);
