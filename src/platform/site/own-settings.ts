import { smallestOf } from '../text/own-picture.ts';

/** What an owner may put in the place of what the site says by itself. The words that it replaces stand where they are shown. */

export interface SiteLink {
  readonly label: string;
  /** `https:`, `mailto:` or a path of the site. */
  readonly url: string;
}

/** A link of which only the name is there goes nowhere. */
export function linkOf(link: string | SiteLink): { readonly label: string; readonly url?: string } {
  return typeof link === 'string' ? { label: link } : link;
}

/** What pages show; whatever is absent is as the site says it by itself, and an empty text shows nothing. */
export interface OwnLook {
  readonly name?: string | undefined;
  readonly tagline?: string | undefined;
  /** What the site is about: below the banner's heading, and for search engines. */
  readonly intro?: string | undefined;
  /** One to three letters, in the place of the drawn mark. */
  readonly markLetters?: string | undefined;
  /** Address of a picture, which goes before letters. */
  readonly markPicture?: string | undefined;
  /** `#rrggbb`. */
  readonly accentLight?: string | undefined;
  readonly accentDark?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** Line by line. */
  readonly address?: string | undefined;
  readonly social?: readonly SiteLink[] | undefined;
  readonly footer?: string | undefined;
  readonly footerLinks?: readonly SiteLink[] | undefined;
  /** What is featured, and whose first are popular. */
  readonly featured?: FeaturedRule | undefined;
}

/** The blogs with the most words; those that most people keep and comment on; or what the owner chose. */
export const featuredRules = ['longest', 'discussed', 'chosen'] as const;
export type FeaturedRule = (typeof featuredRules)[number];
/** Blogs that can be chosen, at most. */
export const chosenMax = 10;

export type Reading = 'members' | 'public';
/** Choices of how many days something is kept, and what holds where the owner chooses none. */
export const messagesKept = ['30', '90', '365', '730', 'always'] as const;
export const eventsKept = ['30', '90', '180', '365', '730'] as const;
export type MessagesKept = (typeof messagesKept)[number];
export type EventsKept = (typeof eventsKept)[number];
export const usualMessagesKept: MessagesKept = 'always';
export const usualEventsKept: EventsKept = '365';

export type SignUpMode = 'everybody' | 'invited' | 'nobody';
export type StaffFactor = 'optional' | 'needed';

/** All that can be saved. */
export interface OwnSettings extends OwnLook {
  /** Ids of the blogs that the owner chose, in their order; shown where `featured` is `chosen`. */
  readonly featuredBlogs?: readonly string[] | undefined;
  readonly reading?: Reading | undefined;
  readonly signUp?: SignUpMode | undefined;
  /** Whether owners, moderators and editors need a second factor. */
  readonly staffFactor?: StaffFactor | undefined;
  /** Days that contact messages, and what happened to accounts, are kept. */
  readonly messagesKept?: MessagesKept | undefined;
  readonly eventsKept?: EventsKept | undefined;
}

const dayMs = 24 * 60 * 60_000;

/** How long what an owner decides about is kept, in milliseconds; without end where nothing is said of messages. */
export function keptMsOf(days: MessagesKept | EventsKept): number {
  return days === 'always' ? Number.POSITIVE_INFINITY : Number(days) * dayMs;
}

/** What the site is called until its owner says otherwise. */
export const siteName = 'The Content Hub';

/** What the site is about, as above. */
export const siteIntro = 'Explore insightful articles, tips, and stories from around the globe.';

/** What the site is called. */
export function nameIn(own: OwnLook | undefined): string {
  return own?.name ?? siteName;
}

/** The address of the style sheet with the owner's colours; undefined where they are as they were drawn. */
export function accentSheetOf(own: OwnLook | undefined): string | undefined {
  if (!own?.accentLight && !own?.accentDark) return undefined;
  const [light, dark] = [own.accentLight, own.accentDark].map(
    (colour) => colour?.slice(1) ?? 'none',
  );
  return `/site/accent/${light}-${dark}`;
}

/** The address of the owner's mark: their picture, or their letters as they are drawn; undefined where there are neither. */
export function ownMarkOf(own: OwnLook): string | undefined {
  if (own.markPicture) return smallestOf(own.markPicture);
  if (!own.markLetters) return undefined;
  const colour = own.accentLight?.slice(1) ?? 'none';
  return `/site/mark/${encodeURIComponent(own.markLetters)}-${colour}`;
}
