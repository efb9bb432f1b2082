/** How wide a text shows a picture that isn't as wide as its lines: to both sides of them, or as wide as it can be. */
export const pictureSizes = ['wide', 'full'] as const;
export type PictureSize = (typeof pictureSizes)[number];

interface SizedAddress {
  readonly address: string;
  readonly size: PictureSize | undefined;
}

/**
 * The size that a picture's address asks for behind `#`, and the address without it. Programs that know of no sizes load the same
 * picture.
 */
export function readPictureSize(sized: string): SizedAddress {
  const at = sized.lastIndexOf('#');
  const size = pictureSizes.find((one) => at >= 0 && one === sized.slice(at + 1));
  return { address: size ? sized.slice(0, at) : sized, size };
}
