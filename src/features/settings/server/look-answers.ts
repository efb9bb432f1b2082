import { type Answer, answer } from '../../../identity/answer.ts';
import { accentSheet, drawn } from '../../../platform/site/accent.ts';
import { hexOfOklch } from '../../../platform/site/colour.ts';
import {
  nameIn,
  type OwnSettings,
  ownMarkOf,
  siteIntro,
  siteName,
} from '../../../platform/site/own-settings.ts';
import { escapeHtml } from '../../../platform/text/escape.ts';
import { accentStyles, letterMark, ownManifest } from '../contract/look.ts';

/** The reply depends on the address only. */
const forEver = 'public, max-age=31536000, immutable';

/** Returns `#rrggbb` for the digits in an address. */
function colourOf(digits: string | undefined): string | undefined {
  return digits === undefined || digits === 'none' ? undefined : `#${digits}`;
}

/** Letters on a square. Only attributes, no CSS: the policy for images forbids inline styles. */
function drawLetters(letters: string, ground: string): string {
  const size = [18, 18, 14, 11][letters.length] ?? 10;
  const ink = hexOfOklch(drawn.light['on-accent']);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="3" fill="${ground}"/>`,
    `<text x="16" y="16.5" fill="${ink}" font-family="Georgia, serif" font-weight="600" font-size="${size}" text-anchor="middle" dominant-baseline="central">${escapeHtml(letters)}</text>`,
    '</svg>',
  ].join('');
}

function iconsOf(own: OwnSettings): readonly object[] {
  const mark = ownMarkOf(own);
  if (mark) return [{ src: own.markPicture || mark, sizes: 'any' }];
  return [
    { src: '/images/mark.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/images/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/images/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
  ];
}

function manifestOf(own: OwnSettings): string {
  const name = nameIn(own);
  return JSON.stringify({
    name,
    short_name: name === siteName ? 'Content Hub' : name,
    description: own.intro || siteIntro,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#faf7f1',
    theme_color: '#faf7f1',
    icons: iconsOf(own),
  });
}

/** Endpoints for the resources of a custom look. */
export function lookAnswers(settings: () => Promise<OwnSettings>): readonly Answer[] {
  return [
    answer(accentStyles, async ({ params: { colours } }, { reply }) => {
      const [light, dark] = colours.split('-');
      reply.header('cache-control', forEver);
      return accentSheet(colourOf(light), colourOf(dark));
    }),
    answer(letterMark, async ({ params: { mark } }, { reply }) => {
      const [letters = '', colour] = mark.split('-');
      reply.header('cache-control', forEver);
      return drawLetters(letters, colourOf(colour) ?? hexOfOklch(drawn.light.accent));
    }),
    answer(ownManifest, async () => manifestOf(await settings())),
  ];
}
