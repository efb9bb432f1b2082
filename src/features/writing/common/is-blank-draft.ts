import { blogFields, fieldNames } from '../../../blog/fields.ts';
import type { DraftText } from './contract.ts';

/** Whether nothing is written in a text: no words, no cover, no tags. A category is chosen, not written. */
export function isBlankDraft(text: DraftText): boolean {
  return fieldNames.every(
    (name) => blogFields[name].kind === 'category' || text[name].trim() === '',
  );
}
