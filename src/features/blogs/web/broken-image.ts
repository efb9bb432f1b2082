import { type RefCallback, useState } from 'react';

interface BrokenImage {
  readonly isBroken: boolean;
  /** For the image: notices one that failed before the page came alive, when nobody listened. */
  readonly ref: RefCallback<HTMLImageElement>;
  readonly onError: () => void;
}

/** Tells when the image of an address can't be loaded; a new address gets a new chance. */
export function useBrokenImage(url: string): BrokenImage {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const onError = () => setBrokenUrl(url);
  return {
    isBroken: brokenUrl === url,
    ref: (image) => {
      if (image?.complete && image.naturalWidth === 0) onError();
    },
    onError,
  };
}
