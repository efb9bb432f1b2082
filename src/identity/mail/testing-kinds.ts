import { hourMs, type MailKind, usualUsefulMs } from './mail-kind.ts';

function kindOf(name: string, isRepeatable: boolean): MailKind {
  return {
    name,
    usefulMs: usualUsefulMs,
    isRepeatable,
    compose: async ({ address }) =>
      address === null ? undefined : { to: address, subject: name, text: 'Hello' },
  };
}

/** Delivered at least once. */
export const again = kindOf('again', true);
/** Delivered at most once. */
export const once = kindOf('once', false);
/** Of use for half an hour. */
export const link: MailKind = { ...kindOf('link', true), usefulMs: hourMs / 2 };

export const testKinds: readonly MailKind[] = [again, once, link];
