/** Where the pictures lie that people have put on the site, within the site's folder of pictures. */
export const ownPictureFolder = '/images/uploads/';

/** Widths in pixels that a picture is kept in, beside its own: those that pages show pictures in. */
const ownPictureWidths = [256, 480, 800, 1_280] as const;
/** A wider picture is made this wide: twice what pages show, for dense screens. */
export const ownPictureWidthMax = 2_560;
/** A taller one is made this tall. */
export const ownPictureHeightMax = 2_560;
/** From the smallest to the one that every browser knows. */
export const ownPictureFormats = ['avif', 'webp', 'jpg'] as const;
export type OwnPictureFormat = (typeof ownPictureFormats)[number];

/** An uploaded picture. Its address has all that a page needs to show it, so no look-up is needed. */
export interface OwnPicture {
  /** Digest, size and colour in one: `0123…-1280x800-a0b1c2`. */
  readonly name: string;
  /** In pixels, as it is kept. */
  readonly width: number;
  readonly height: number;
  /** Its main colour, as `#a0b1c2`: shown until the picture has loaded. */
  readonly colour: string;
}

const namePattern = /^[0-9a-f]{32}-([1-9][0-9]{0,3})x([1-9][0-9]{0,3})-([0-9a-f]{6})$/;

/** Reads a picture's name; undefined for what is none. */
export function readPictureName(name: string): OwnPicture | undefined {
  const [, width, height, colour] = namePattern.exec(name) ?? [];
  if (width === undefined || height === undefined || colour === undefined) return undefined;
  return { name, width: Number(width), height: Number(height), colour: `#${colour}` };
}

/** The picture that an address of this site stands for; undefined for every other address. */
export function ownPictureOf(address: string): OwnPicture | undefined {
  if (!address.startsWith(ownPictureFolder) || !address.endsWith('.jpg')) return undefined;
  return readPictureName(address.slice(ownPictureFolder.length, -'.jpg'.length));
}

/** The address that stands for the picture: it can be put wherever a picture's address is asked for. */
export function ownPictureAddress({ name }: Pick<OwnPicture, 'name'>): string {
  return `${ownPictureFolder}${name}.jpg`;
}

/** Every width that the picture is kept in, its own last. */
export function widthsOf({ width }: Pick<OwnPicture, 'width'>): readonly number[] {
  return [...ownPictureWidths.filter((smaller) => smaller < width), width];
}

/** What is kept of the picture in one format, as the `srcset` of an image. */
export function srcSetOf(picture: OwnPicture, format: OwnPictureFormat): string {
  const stem = `${ownPictureFolder}${picture.name}`;
  return widthsOf(picture)
    .map((width) => {
      const isWhole = format === 'jpg' && width === picture.width;
      return `${stem}${isWhole ? '' : `-${width}`}.${format} ${width}w`;
    })
    .join(', ');
}

/** The address of the smallest form, where the address is that of such a picture; else the address itself. */
export function smallestOf(address: string): string {
  const picture = ownPictureOf(address);
  const [width = 0] = picture ? widthsOf(picture) : [];
  if (!picture || width === picture.width) return address;
  return `${ownPictureFolder}${picture.name}-${width}.jpg`;
}
