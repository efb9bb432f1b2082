/** What was done, in words: before what it was done to, and behind. A new act is one line. */
const words: Readonly<Record<string, readonly [before: string, behind?: string]>> = {
  'site-claimed': ['claimed the site:', 'owns it'],
  'owner-named': ['made', 'an owner'],
  'moderator-named': ['made', 'a moderator'],
  'staff-dismissed': ['dismissed'],
  'person-suspended': ['suspended', 'for a time'],
  'person-suspended-for-good': ['suspended', 'for good'],
  'suspension-lifted': ['let', 'in again'],
};

/** Kinds of things that acts are done to. A new kind is one line. */
export const actKinds: readonly { readonly kind: string; readonly label: string }[] = [
  { kind: '', label: 'All' },
  { kind: 'person', label: 'People' },
  { kind: 'blog', label: 'Blogs' },
  { kind: 'comment', label: 'Comments' },
  { kind: 'setting', label: 'Settings' },
];

/** An act that has no words here is told by its own name. */
export function actWords(act: string): { readonly before: string; readonly behind: string } {
  const [before = '', behind = ''] = words[act] ?? [`${act.replaceAll('-', ' ')}:`];
  return { before, behind };
}
