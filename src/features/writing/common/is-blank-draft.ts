import { blogFields, fieldNames } from '../../../blog/fields.ts';
import type { DraftText } from './contract.ts';

/** Whether a draft has no words, cover or tags. A chosen category doesn't count. */
export function isBlankDraft(text: DraftText): boolean {
  return fieldNames.every(
    (name) => blogFields[name].kind === 'category' || text[name].trim() === '',
  );
}
