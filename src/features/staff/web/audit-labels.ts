/** The label of each action: the words before its subject, and those after. A new action is one line. */
const words: Readonly<Record<string, readonly [before: string, behind?: string]>> = {
  'site-claimed': ['claimed the site:', 'owns it'],
  'owner-named': ['made', 'an owner'],
  'moderator-named': ['made', 'a moderator'],
  'staff-dismissed': ['dismissed'],
  'person-suspended': ['suspended', 'for a time'],
  'person-suspended-for-good': ['suspended', 'for good'],
  'suspension-lifted': ['let', 'in again'],
  'blog-hidden': ['hid the blog'],
  'blog-removed': ['removed the blog'],
  'blog-restored': ['brought back the blog'],
  'blog-approved': ['let in the blog'],
  'blog-declined': ['declined the blog'],
  'blog-put-back-to-wait': ['put back to wait the blog'],
  'held-blog-deleted': ['deleted, while it was not published, their blog'],
  'held-blog-had-back': ['restored, still not published, their blog'],
  'comment-hidden': ['hid the comment'],
  'comment-removed': ['removed the comment'],
  'comment-restored': ['brought back the comment'],
  'comment-approved': ['let in the comment'],
  'comment-declined': ['declined the comment'],
  'comment-put-back-to-wait': ['put back to wait the comment'],
  'comments-closed': ['closed the comments on'],
  'comments-opened': ['opened the comments on'],
  'taken-out-of-featured': ['removed from featured'],
  'back-in-featured': ['allowed in featured'],
  'reports-dismissed': ['dismissed the reports of'],
  'reports-opened-again': ['opened again the reports of'],
  'texts-hidden': ['hid all that', 'wrote'],
  'texts-restored': ['brought back all that', 'wrote'],
  'settings-saved': ['set the'],
  'settings-restored': ['took back the'],
  'invitation-made': ['made an invitation for'],
  'invitation-revoked': ['took back the invitation for'],
  'contact-settings': ['set:'],
  'newsletter-settings': ['set:'],
  'newsletter-made': ['made the newsletter'],
  'newsletter-discarded': ['discarded the newsletter'],
  'newsletter-sent': ['sent the newsletter'],
  'newsletter-paused': ['paused the newsletter'],
  'newsletter-stopped': ['stopped the newsletter'],
  'newsletter-sent-again': ['sent, to those who may not have it, once more the newsletter'],
  'mail-tried-again': ['had tried again:'],
  'mail-released': ['let go out again:'],
  'message-deleted': ['deleted a'],
  'message-restored': ['brought back a'],
  'subscribers-downloaded': ['downloaded the list of the newsletter:'],
  'subscriber-removed': ['took off the list of the newsletter a'],
};

/** The kinds of subjects. A new kind is one line. */
export const auditKinds: readonly { readonly kind: string; readonly label: string }[] = [
  { kind: '', label: 'All' },
  { kind: 'person', label: 'People' },
  { kind: 'blog', label: 'Blogs' },
  { kind: 'comment', label: 'Comments' },
  { kind: 'setting', label: 'Settings' },
  { kind: 'invitation', label: 'Invitations' },
  { kind: 'newsletter', label: 'Newsletters' },
  { kind: 'subscriber', label: 'Subscribers' },
  { kind: 'mail', label: 'Email' },
];

/** The label of an action; one that has none here is shown by its name. */
export function auditLabel(action: string): { readonly before: string; readonly behind: string } {
  const [before = '', behind = ''] = words[action] ?? [`${action.replaceAll('-', ' ')}:`];
  return { before, behind };
}
