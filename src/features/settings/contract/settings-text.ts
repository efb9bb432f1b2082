import { z } from 'zod';
import { contrastMin, lowestContrast, type Theme } from '../../../platform/site/accent.ts';
import { isHexColour } from '../../../platform/site/colour.ts';
import {
  chosenMax,
  eventsKept,
  featuredRules,
  messagesKept,
} from '../../../platform/site/own-settings.ts';
import { idSchema } from '../../../platform/text/id-schema.ts';
import { toNfc } from '../../../platform/text/normal-form.ts';
import { lengthOf, readText, withoutTurns } from '../../../platform/text/read-text.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';
import { isWebUrl, pictureUrlSchema } from '../../../platform/text/web-url.ts';

/** Schemas of the settings form. Separate from the contract: a client that only calls it needs no schemas. */

/** Maximum lengths in code points. */
export const settingMax = {
  name: 40,
  tagline: 100,
  intro: 200,
  markLetters: 3,
  phone: 32,
  address: 300,
  footer: 500,
  label: 40,
} as const;
/** Maximum number of links in a list. */
export const linksMax = 12;
const emailMax = 254;

/** Excludes every character with a special meaning in a `mailto:` URL. */
const email = /^[^\s@"(),:;<>[\]\\?&#%/\p{C}]{1,64}@[^\s@"(),:;<>[\]\\?&#%/\p{C}]{1,189}$/u;
const phone = /^\+?[\d ()./-]{3,32}$/;
const letters = /^[\p{L}\p{N}]{1,3}$/u;

interface TextParts {
  readonly name: string;
  readonly max: number;
  /** Whether it may be empty, which shows nothing. */
  readonly mayBeEmpty?: true;
  readonly hasLines?: true;
}

/** Text without bidirectional control characters, which could reorder the text around it. */
function ownText({ name, max, mayBeEmpty, hasLines }: TextParts) {
  return valueSchema(z.string({ error: `${name} is required.` }), (given) => {
    const bare = withoutTurns(given);
    const text = hasLines ? bare.replace(/\r\n?/g, '\n') : bare.replace(/\s/g, ' ');
    if (mayBeEmpty && text.trim() === '') return '';
    return readText({ name, max }, text);
  });
}

function fitting(name: string, pattern: RegExp, message: string) {
  return valueSchema(z.string({ error: `${name} is required.` }), (given) => {
    const text = toNfc(given.trim());
    return text === '' || (text.isWellFormed() && pattern.test(text)) ? text : new Refused(message);
  });
}

/** Why a colour can't be the accent of a theme; undefined if it can. */
export function reasonAgainstAccent(theme: Theme, colour: string): string | undefined {
  if (!isHexColour(colour)) return 'A colour is written as # and six digits from 0 to f.';
  const ratio = lowestContrast(theme, colour);
  if (ratio >= contrastMin) return undefined;
  const shown = Math.floor(ratio * 100) / 100;
  return `In the ${theme} theme this colour can't be read well enough: its contrast is ${shown}, and ${contrastMin} is needed.`;
}

function accent(theme: Theme) {
  return valueSchema(z.string({ error: 'A colour is required.' }), (given) => {
    const colour = given.trim().toLowerCase();
    const reason = reasonAgainstAccent(theme, colour);
    return reason === undefined ? colour : new Refused(reason);
  });
}

function isLink(url: string): boolean {
  if (url.startsWith('mailto:')) {
    const address = url.slice('mailto:'.length);
    return address.length <= emailMax && email.test(address);
  }
  return /^https:\/\//i.test(url) && isWebUrl(url);
}

const linkSchema = z.object({
  label: ownText({ name: 'The name of a link', max: settingMax.label }),
  url: z
    .string({ error: 'A link needs an address.' })
    .trim()
    .refine(isLink, { error: 'A link must begin with https:// or be mailto: and an address.' }),
});
const linksSchema = z
  .array(linkSchema)
  .max(linksMax, { error: `There can be at most ${linksMax} links.` })
  .readonly();

/** The schema of each setting; a missing setting has its default value. */
export const settingSchemas = {
  name: ownText({ name: 'The name', max: settingMax.name }),
  tagline: ownText({ name: 'The tagline', max: settingMax.tagline, mayBeEmpty: true }),
  intro: ownText({ name: 'The introduction', max: settingMax.intro, mayBeEmpty: true }),
  markLetters: fitting('The letters', letters, 'The mark has one to three letters or digits.'),
  markPicture: z.literal('').or(pictureUrlSchema({ name: 'The picture' })),
  accentLight: accent('light'),
  accentDark: accent('dark'),
  email: fitting('The email', email, 'Please enter a valid email address.').refine(
    (text) => lengthOf(text) <= emailMax,
    { error: 'Please enter a valid email address.' },
  ),
  phone: fitting(
    'The phone number',
    phone,
    'A phone number has digits, blanks and ( ) . / - only.',
  ),
  address: ownText({
    name: 'The address',
    max: settingMax.address,
    mayBeEmpty: true,
    hasLines: true,
  }),
  social: linksSchema,
  footer: ownText({ name: 'The footer', max: settingMax.footer, mayBeEmpty: true, hasLines: true }),
  footerLinks: linksSchema,
  reading: z.enum(['members', 'public'], { error: 'Choose who may read.' }),
  signUp: z.enum(['everybody', 'invited', 'nobody'], { error: 'Choose who may sign up.' }),
  staffFactor: z.enum(['optional', 'needed'], { error: 'Choose whether staff need a factor.' }),
  messagesKept: z.enum(messagesKept, { error: 'Choose how long messages are kept.' }),
  eventsKept: z.enum(eventsKept, { error: 'Choose how long security events are kept.' }),
  featured: z.enum(featuredRules, { error: 'Choose what is featured.' }),
  featuredBlogs: z
    .array(idSchema)
    .max(chosenMax, { error: `At most ${chosenMax} blogs can be chosen.` })
    .refine((ids) => new Set(ids).size === ids.length, { error: 'A blog is chosen once.' })
    .readonly(),
} as const;

export type SettingName = keyof typeof settingSchemas;
export const settingNames = Object.keys(settingSchemas) as readonly SettingName[];

export const settingsSchema = z.object(settingSchemas).partial();

/** Labels of the settings in a list of changes. */
export const settingTitles: Readonly<Record<SettingName, string>> = {
  name: 'name',
  tagline: 'tagline',
  intro: 'introduction',
  markLetters: 'letters of the mark',
  markPicture: 'picture of the mark',
  accentLight: 'accent, light',
  accentDark: 'accent, dark',
  email: 'email',
  phone: 'phone',
  address: 'address',
  social: 'social links',
  footer: 'footer',
  footerLinks: 'links of the footer',
  reading: 'who may read',
  signUp: 'who may sign up',
  staffFactor: 'second factor of staff',
  messagesKept: 'time that messages are kept',
  eventsKept: 'time that security events are kept',
  featured: 'what is featured',
  featuredBlogs: 'chosen blogs',
};
