/** Characters of a title that networks show; the lowest limit of the large ones. */
export const cardTitleMax = 70;
/** Minimum pixels for a large picture on networks. */
const largeFrom = { width: 600, height: 315 };
/** Recommended pixels, for high-resolution screens. */
const sharpFrom = { width: 1_200, height: 630 };

/** Load state of the link preview's picture. */
export type CardPicture =
  | { readonly status: 'trying' | 'failed' | 'none' }
  | { readonly status: 'shown'; readonly width: number; readonly height: number };

export interface CardText {
  readonly title: string;
  readonly description: string;
}

function aboutPicture(picture: CardPicture): readonly string[] {
  if (picture.status === 'none') return ['There is no picture yet: the site’s own is shown.'];
  if (picture.status === 'failed') {
    return ['There is no picture at this address, so the link stands without one.'];
  }
  if (picture.status !== 'shown') return [];
  const { width, height } = picture;
  // An SVG without a size.
  if (width === 0 || height === 0) return [];
  const size = `The picture is ${width} × ${height} pixels.`;
  if (width < largeFrom.width || height < largeFrom.height) {
    return [
      `${size} From ${largeFrom.width} × ${largeFrom.height} it is shown large; ${sharpFrom.width} × ${sharpFrom.height} is best.`,
    ];
  }
  if (width < height) return [`${size} It is taller than wide: top and bottom are cut off.`];
  return [];
}

/** Advice to improve a blog's link preview, one sentence each; empty for none. */
export function adviceOn({ title, description }: CardText, picture: CardPicture) {
  const words = title.trim();
  const extra = [...words].length - cardTitleMax;
  return [
    ...(words === '' ? ['There is no title yet: the address would stand in its place.'] : []),
    ...(extra > 0
      ? [
          `Networks cut the title after some ${cardTitleMax} characters: ${extra} fewer and it fits.`,
        ]
      : []),
    ...(description.trim() === ''
      ? ['There is no short description: nothing says what the blog is about.']
      : []),
    ...aboutPicture(picture),
  ];
}
