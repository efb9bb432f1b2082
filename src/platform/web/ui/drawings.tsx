/**
 * Small line drawings for empty states, in the colour of the text. They are decorative: the text below carries the
 * meaning.
 */
const drawings = {
  /** A shelf with an empty space, and a bookmark. */
  shelf:
    'M8 60h80M18 60V28h9v32M31 60V22h11v38M47.5 60 57 29l8.6 2.6L57 60M82 8v22l-5.5-5-5.5 5V8z',
  /** A magnifying glass over lines without a match. */
  glass: 'M62 32a18 18 0 1 1-36 0 18 18 0 0 1 36 0zM57.5 45 74 62M36 28h16M36 36h9M8 20h10M8 32h8',
  /** A blank sheet. */
  sheet: 'M24 8h30l12 12v44H24zM54 8v12h12M32 30h14M47 60l25-25 6 6-25 25-8 2zM68 39l6 6',
  /** A speech bubble. */
  bubble:
    'M18 10h54a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H42L28 62V48H18a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6zM26 24h38M26 34h22',
  /** A blank signpost. */
  signpost: 'M48 6v60M36 66h24M48 12h26l8 8-8 8H48zM48 34H24l-8 8 8 8h24',
  /** An empty picture frame on a nail. */
  frame:
    'M48 8v4M48 12 26 26h44zM26 26v38M70 26v38M26 64h44M34 34h2M42 34h2M50 34h2M58 34h2M34 56h2M42 56h2M50 56h2M58 56h2',
} as const;

export type DrawingName = keyof typeof drawings;

export function Drawing({ name }: { readonly name: DrawingName }) {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 72"
      width={96}
      height={72}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-faint"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
