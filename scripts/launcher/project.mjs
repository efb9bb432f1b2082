import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts */
export function inProject(...parts) {
  return path.join(root, ...parts);
}

/** A step that failed; the message says in one line what to do. */
export class StepError extends Error {}
