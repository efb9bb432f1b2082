import { useEffect, useState } from 'react';
import { type Likeness, likenessOf } from './likeness.ts';

const sentences: Readonly<Record<Likeness, string>> = {
  same: 'This is one of the 10,000 most common passwords, which are guessed first.',
  varied:
    'This is one of the 10,000 most common passwords with something added, which is guessed soon.',
};

let loading: Promise<ReadonlySet<string>> | undefined;

/** The list, loaded when the first new password is typed; nothing of what is typed leaves the page. */
function loadCommon(): Promise<ReadonlySet<string>> {
  loading ??= import('virtual:common-passwords').then(({ list }) => new Set(list.split(' ')));
  return loading;
}

/** What there is to say about a password while it is typed: a hint, never a refusal. */
export function usePasswordHint(typed: string): string | undefined {
  const [common, setCommon] = useState<ReadonlySet<string>>();
  const isTyping = typed !== '';

  useEffect(() => {
    if (!isTyping) return;
    loadCommon().then(setCommon, () => {
      // Without the list there is no hint, and the next password asks for it again.
      loading = undefined;
    });
  }, [isTyping]);

  const likeness = common && likenessOf(typed, common);
  return likeness && sentences[likeness];
}
