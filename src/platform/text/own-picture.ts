/** Path of uploaded pictures within the site's picture folder. */
export const ownPictureFolder = '/images/uploads/';

/** Widths in pixels that a picture is stored in besides its own: those that pages use. */
const ownPictureWidths = [256, 480, 800, 1_280] as const;
/** Wider pictures are scaled down to this: twice the maximum of pages, for high-density screens. */
export const ownPictureWidthMax = 2_560;
/** Taller pictures are scaled down to this. */
export const ownPictureHeightMax = 2_560;
/** From the smallest to the one that every browser supports. */
export const ownPictureFormats = ['avif', 'webp', 'jpg'] as const;
export type OwnPictureFormat = (typeof ownPictureFormats)[number];

/** An uploaded picture. Its address contains all data that a page needs to show it, so no lookup is needed. */
export interface OwnPicture {
  /** Digest, size and colour: `0123…-1280x800-a0b1c2`. */
  readonly name: string;
  /** In pixels, as stored. */
  readonly width: number;
  readonly height: number;
  /** Main colour, such as `#a0b1c2`: shown until the picture has loaded. */
  readonly colour: string;
}

const namePattern = /^[0-9a-f]{32}-([1-9][0-9]{0,3})x([1-9][0-9]{0,3})-([0-9a-f]{6})$/;

/** Parses a picture's name; undefined if it is invalid. */
export function readPictureName(name: string): OwnPicture | undefined {
  const [, width, height, colour] = namePattern.exec(name) ?? [];
  if (width === undefined || height === undefined || colour === undefined) return undefined;
  return { name, width: Number(width), height: Number(height), colour: `#${colour}` };
}

/** The uploaded picture of an address; undefined for any other address. */
export function ownPictureOf(address: string): OwnPicture | undefined {
  if (!address.startsWith(ownPictureFolder) || !address.endsWith('.jpg')) return undefined;
  return readPictureName(address.slice(ownPictureFolder.length, -'.jpg'.length));
}

/** The canonical address of a picture, valid wherever a picture's address is expected. */
export function ownPictureAddress({ name }: Pick<OwnPicture, 'name'>): string {
  return `${ownPictureFolder}${name}.jpg`;
}

/** All stored widths, ascending; the last is the picture's own. */
export function widthsOf({ width }: Pick<OwnPicture, 'width'>): readonly number[] {
  return [...ownPictureWidths.filter((smaller) => smaller < width), width];
}

/** The `srcset` of a picture in one format. */
export function srcSetOf(picture: OwnPicture, format: OwnPictureFormat): string {
  const stem = `${ownPictureFolder}${picture.name}`;
  return widthsOf(picture)
    .map((width) => {
      const isWhole = format === 'jpg' && width === picture.width;
      return `${stem}${isWhole ? '' : `-${width}`}.${format} ${width}w`;
    })
    .join(', ');
}

/** The address of the smallest version of an uploaded picture; any other address unchanged. */
export function smallestOf(address: string): string {
  const picture = ownPictureOf(address);
  const [width = 0] = picture ? widthsOf(picture) : [];
  if (!picture || width === picture.width) return address;
  return `${ownPictureFolder}${picture.name}-${width}.jpg`;
}
