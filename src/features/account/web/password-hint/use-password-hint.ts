import { lazyChunk, useLazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { type Likeness, likenessOf } from './likeness.ts';

const sentences: Readonly<Record<Likeness, string>> = {
  same: 'This is one of the 10,000 most common passwords, which are guessed first.',
  varied:
    'This is one of the 10,000 most common passwords with something added, which is guessed soon.',
};

/** The list, loaded when the first new password is typed; the password never leaves the page. */
const loadCommon = lazyChunk(async () => {
  const { list } = await import('virtual:common-passwords');
  return new Set(list.split(' ')) as ReadonlySet<string>;
});

/** A warning about a password while it is typed, which never blocks it. */
export function usePasswordHint(typed: string): string | undefined {
  // If loading fails there is no warning, and the next password retries.
  const common = useLazyChunk(loadCommon, typed !== '');
  const likeness = common && likenessOf(typed, common);
  return likeness && sentences[likeness];
}
