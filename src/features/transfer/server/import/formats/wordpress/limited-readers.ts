import { type LimitedReaders, narrowest } from '../audiences.ts';
import { childrenOf, words, type XmlElement } from '../files/read-xml.ts';

/** Names of shortcodes and blocks that show what they enclose to whoever is signed in. */
const signedIn =
  /^(?:um_loggedin|user_loggedin|loggedin|(?:is|if)[-_]?(?:user[-_]?)?logged[-_]?in|logged[-_]?in(?:[-_]users?)?|login[-_]?(?:only|visible|required)|members_logged_in|(?:signin|email)[-_]?locker)$/;
/**
 * Names of those that show it to members, such as Paid Memberships Pro, Restrict Content Pro, MemberPress, Members,
 * WooCommerce Memberships, WishList Member, s2Member, ARMember, Simple Membership, Patreon and Passster have.
 */
const members =
  /member(?!s?[-_](?:list|directory|profile))|restrict|(?:premium|private|exclusive|locked|gated)[-_]content|paywall|protect|^(?:private|premium|paid|is_paid|subscribers?|subscribers?[-_]?only|access)$|subscriber-view|^(?:s2if|rcp|pmpro|mepr|wcm|wlm|ihc|arm|swpm|ppwp|passster|patreon)(?:$|[-_/])/;
/** Names of those for visitors, and of lists of a team. */
const others = /team|staff|(?:^|[-_/])(?:not?|non)[-_]|logged[-_]?out/;

/** Who could read what a shortcode or block of this name encloses, where not everybody could. */
export function readersOfEnclosed(name: string): LimitedReaders | undefined {
  const plain = name.toLowerCase();
  if (others.test(plain)) return undefined;
  // A membership that isn't known is a paid one.
  return signedIn.test(plain) ? 'signed-in' : members.test(plain) ? 'paying' : undefined;
}

/** Limits on any block, as the plug-ins Block Visibility, Content Control and Paid Memberships Pro write them. */
const limits =
  /"visibilityByRole":"(?:logged-in|user-role|user-rule-set|users)"|"userStatus":"logged_in"|"visibilityBlockEnabled":true/;

/** Who could read the blocks of a text, where not everybody could: also what follows a paywall. */
export function readersOfBlocks(html: string): LimitedReaders | undefined {
  const start = '<!-- wp:';
  let found: LimitedReaders | undefined;
  for (let at = html.indexOf(start); at >= 0; ) {
    const end = html.indexOf('-->', at);
    if (end < 0) break;
    const mark = html.slice(at + start.length, end);
    const [name = ''] = mark.split(/[\s{]/, 1);
    // A block without content hides nothing, except where it hides what follows.
    const isEmpty = mark.trimEnd().endsWith('/') && !name.includes('paywall');
    const readers = limits.test(mark) ? 'paying' : isEmpty ? undefined : readersOfEnclosed(name);
    if (readers === 'paying') return readers;
    found ??= readers;
    at = html.indexOf(start, end);
  }
  return found;
}

/** Values of the fields below with which everybody could read a text. */
const open = /^(?:|0|-1|no|off|none|all|false|default|public|everybody|everyone|a:0:\{\})$/i;
/** Fields by which plug-ins limit who could read a text, and whose names don't say so. */
const limitingFields = new Set([
  '_jetpack_newsletter_access',
  '_members_access_role',
  'rcp_subscription_level',
  'rcp_access_level',
  'rcp_user_level',
  '_is_paid',
  '_wpmem_block',
  'patreon-level',
  'memberful_acl',
  'arm_access_plan',
  'ihc_mb_who',
  'groups-read',
  'groups-groups_read_post',
]);
/** Names of fields that say that they limit who could read a text. */
const namesLimit = /restrict|paywall|(?:members?|subscribers?|login|logged[-_]?in)[-_]?only/;
/** Fields beside them that say how it looked. */
const besideLimit = /message|text|title|excerpt|teaser|redirect|url|template|purpose/;
/** What Leaky Paywall keeps of a text that only some could read. */
const leakyPaywallField = '_issuem_leaky_paywall_visibility';
const isLeakyPaywallClosed = /"visibility_type";s:\d+:"only/;

function isLimiting(key: string, value: string): boolean {
  if (key === leakyPaywallField) return isLeakyPaywallClosed.test(value);
  const plain = key.toLowerCase();
  const isLimit = limitingFields.has(plain) || (namesLimit.test(plain) && !besideLimit.test(plain));
  return isLimit && !open.test(value);
}

/** Who could read a text, by what plug-ins keep about it; undefined if everybody could. */
export function readersOfItem(item: XmlElement): LimitedReaders | undefined {
  const found = childrenOf(item, 'wp:postmeta').flatMap((meta): LimitedReaders[] => {
    const [key, value] = [words(meta, 'wp:meta_key'), words(meta, 'wp:meta_value').trim()];
    if (key === 'um_content_restriction') {
      const isOn = /_um_custom_access_settings";(?:s:1:"1"|[bi]:1)/.test(value);
      return isOn && /_um_accessible";(?:s:1:"2"|i:2)/.test(value) ? ['signed-in'] : [];
    }
    if (!isLimiting(key, value)) return [];
    return [/^(?:subscribers?|logged[-_]?in|reg)$/i.test(value) ? 'signed-in' : 'paying'];
  });
  const [first, ...more] = found;
  return first && narrowest(first, ...more);
}
