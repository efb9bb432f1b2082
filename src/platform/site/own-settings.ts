import { smallestOf } from '../text/own-picture.ts';

/** Settings with which an owner replaces the site's defaults. The default texts are where they are shown. */

export interface SiteLink {
  readonly label: string;
  /** `https:`, `mailto:` or a path of the site. */
  readonly url: string;
}

/** A link that is only a label has no URL. */
export function linkOf(link: string | SiteLink): { readonly label: string; readonly url?: string } {
  return typeof link === 'string' ? { label: link } : link;
}

/** Settings that pages show: an absent value means the default, and an empty text shows nothing. */
export interface OwnLook {
  readonly name?: string | undefined;
  readonly tagline?: string | undefined;
  /** Description of the site: below the banner's heading, and for search engines. */
  readonly intro?: string | undefined;
  /** One to three letters instead of the default logo. */
  readonly markLetters?: string | undefined;
  /** Address of a picture, which takes precedence over letters. */
  readonly markPicture?: string | undefined;
  /** `#rrggbb`. */
  readonly accentLight?: string | undefined;
  readonly accentDark?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** One line each. */
  readonly address?: string | undefined;
  readonly social?: readonly SiteLink[] | undefined;
  readonly footer?: string | undefined;
  readonly footerLinks?: readonly SiteLink[] | undefined;
  /** The rule for featured blogs; the first of them are popular. */
  readonly featured?: FeaturedRule | undefined;
}

/** The longest blogs; those with the most wishes and comments; or the owner's choice. */
export const featuredRules = ['longest', 'discussed', 'chosen'] as const;
export type FeaturedRule = (typeof featuredRules)[number];
/** Maximum number of chosen blogs. */
export const chosenMax = 10;

export type Reading = 'members' | 'public';
/** Retention periods in days that the owner can choose, and their defaults. */
export const messagesKept = ['30', '90', '365', '730', 'always'] as const;
export const eventsKept = ['30', '90', '180', '365', '730'] as const;
export type MessagesKept = (typeof messagesKept)[number];
export type EventsKept = (typeof eventsKept)[number];
export const usualMessagesKept: MessagesKept = 'always';
export const usualEventsKept: EventsKept = '365';

export type SignUpMode = 'everybody' | 'invited' | 'nobody';
export type StaffFactor = 'optional' | 'needed';

/** All settings that are stored. */
export interface OwnSettings extends OwnLook {
  /** Ids of the chosen blogs in order; shown if `featured` is `chosen`. */
  readonly featuredBlogs?: readonly string[] | undefined;
  readonly reading?: Reading | undefined;
  readonly signUp?: SignUpMode | undefined;
  /** Whether owners, moderators and editors need a second factor. */
  readonly staffFactor?: StaffFactor | undefined;
  /** Retention of contact messages and security events, in days. */
  readonly messagesKept?: MessagesKept | undefined;
  readonly eventsKept?: EventsKept | undefined;
}

const dayMs = 24 * 60 * 60_000;

/** A retention period in milliseconds; infinite for `always`. */
export function keptMsOf(days: MessagesKept | EventsKept): number {
  return days === 'always' ? Number.POSITIVE_INFINITY : Number(days) * dayMs;
}

/** Default name of the site. */
export const siteName = 'The Content Hub';

/** Default description of the site. */
export const siteIntro = 'Explore insightful articles, tips, and stories from around the globe.';

export function nameIn(own: OwnLook | undefined): string {
  return own?.name ?? siteName;
}

/** Address of the style sheet with the owner's colours; undefined if the defaults apply. */
export function accentSheetOf(own: OwnLook | undefined): string | undefined {
  if (!own?.accentLight && !own?.accentDark) return undefined;
  const [light, dark] = [own.accentLight, own.accentDark].map(
    (colour) => colour?.slice(1) ?? 'none',
  );
  return `/site/accent/${light}-${dark}`;
}

/** Address of the owner's logo, a picture or drawn letters; undefined if neither is set. */
export function ownMarkOf(own: OwnLook): string | undefined {
  if (own.markPicture) return smallestOf(own.markPicture);
  if (!own.markLetters) return undefined;
  const colour = own.accentLight?.slice(1) ?? 'none';
  return `/site/mark/${encodeURIComponent(own.markLetters)}-${colour}`;
}
