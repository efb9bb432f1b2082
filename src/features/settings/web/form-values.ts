import { drawn } from '../../../platform/site/accent.ts';
import { hexOfOklch } from '../../../platform/site/colour.ts';
import { ownAddress } from '../../../platform/site/own-address.ts';
import {
  type EventsKept,
  type FeaturedRule,
  type MessagesKept,
  type OwnSettings,
  type Reading,
  type SignUpMode,
  type SiteLink,
  type StaffFactor,
  siteIntro,
  siteName,
  usualEventsKept,
  usualMessagesKept,
} from '../../../platform/site/own-settings.ts';
import { type SettingName, settingNames, settingsSchema } from '../contract/settings-text.ts';

/** The form's values: every setting, set or default. Default links are null. */
export interface FormValues {
  readonly name: string;
  readonly tagline: string;
  readonly intro: string;
  readonly markLetters: string;
  readonly markPicture: string;
  readonly accentLight: string;
  readonly accentDark: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly social: readonly SiteLink[] | null;
  readonly footer: string;
  readonly footerLinks: readonly SiteLink[] | null;
  readonly reading: Reading;
  readonly signUp: SignUpMode;
  readonly staffFactor: StaffFactor;
  readonly messagesKept: MessagesKept;
  readonly eventsKept: EventsKept;
  readonly featured: FeaturedRule;
  readonly featuredBlogs: readonly string[];
}

/** Messages by the path of a field, such as `name` or `social.0.url`. */
export type FormErrors = Readonly<Record<string, string>>;

/** The default values of all settings. */
export function defaultsOf(machine: { readonly reading: Reading }): FormValues {
  return {
    name: siteName,
    tagline: 'Providing reliable Blog since 1992',
    intro: siteIntro,
    markLetters: '',
    markPicture: '',
    accentLight: hexOfOklch(drawn.light.accent),
    accentDark: hexOfOklch(drawn.dark.accent),
    ...ownAddress,
    social: null,
    footer: '',
    footerLinks: null,
    reading: machine.reading,
    signUp: 'everybody',
    staffFactor: 'optional',
    messagesKept: usualMessagesKept,
    eventsKept: usualEventsKept,
    featured: 'longest',
    featuredBlogs: [],
  };
}

export function valuesOf(settings: OwnSettings, defaults: FormValues): FormValues {
  return { ...defaults, ...settings } as FormValues;
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The names of the settings that differ. */
export function changedNames(one: FormValues, other: FormValues): readonly SettingName[] {
  return settingNames.filter((name) => !isSameValue(one[name], other[name]));
}

/** The settings to save, without those that equal their defaults; or the errors. */
export function readForm(
  values: FormValues,
  defaults: FormValues,
): { readonly settings: OwnSettings } | { readonly errors: FormErrors } {
  const own = changedNames(defaults, values).map((name) => [name, values[name]]);
  const read = settingsSchema.safeParse(Object.fromEntries(own));
  if (read.success) return { settings: read.data };
  return {
    errors: Object.fromEntries(
      read.error.issues.map(({ path, message }) => [path.join('.'), message]).toReversed(),
    ),
  };
}

/**
 * Merges the form's values with those that another owner has saved: theirs for unchanged fields, the typed ones
 * otherwise. `disputed` are the settings that both changed.
 */
export function mergeValues(
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): { readonly values: FormValues; readonly disputed: readonly SettingName[] } {
  const own = changedNames(base, mine);
  const values = { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
  const changedByThem = new Set(changedNames(base, theirs));
  return {
    values,
    disputed: own.filter(
      (name) => changedByThem.has(name) && !isSameValue(mine[name], theirs[name]),
    ),
  };
}
