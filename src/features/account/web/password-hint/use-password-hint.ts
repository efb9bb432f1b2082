import { lazyChunk, useLazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { type Likeness, likenessOf } from './likeness.ts';

const sentences: Readonly<Record<Likeness, string>> = {
  same: 'This is one of the 10,000 most common passwords, which are guessed first.',
  varied:
    'This is one of the 10,000 most common passwords with something added, which is guessed soon.',
};

/** The list, loaded when the first new password is typed; nothing of what is typed leaves the page. */
const loadCommon = lazyChunk(async () => {
  const { list } = await import('virtual:common-passwords');
  return new Set(list.split(' ')) as ReadonlySet<string>;
});

/** What there is to say about a password while it is typed: a hint, never a refusal. */
export function usePasswordHint(typed: string): string | undefined {
  // Without the list there is no hint, and the next password asks for it again.
  const common = useLazyChunk(loadCommon, typed !== '');
  const likeness = common && likenessOf(typed, common);
  return likeness && sentences[likeness];
}
