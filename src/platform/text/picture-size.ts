/** Sizes of a picture that is wider than the lines of a text: extending on both sides, or as wide as possible. */
export const pictureSizes = ['wide', 'full'] as const;
export type PictureSize = (typeof pictureSizes)[number];

interface SizedAddress {
  readonly address: string;
  readonly size: PictureSize | undefined;
}

/**
 * Splits a picture's address into the size after `#` and the plain address. Programs that don't support sizes load the
 * same picture.
 */
export function readPictureSize(sized: string): SizedAddress {
  const at = sized.lastIndexOf('#');
  const size = pictureSizes.find((one) => at >= 0 && one === sized.slice(at + 1));
  return { address: size ? sized.slice(0, at) : sized, size };
}
