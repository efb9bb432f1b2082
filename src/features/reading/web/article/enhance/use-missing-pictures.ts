import { type RefObject, useEffect, useRef } from 'react';

function putWordsFor(image: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = 'missing-picture';
  words.textContent = image.alt || 'A picture that can no longer be found';
  image.replaceWith(words);
}

/** For a written text: pictures that can't be loaded are replaced by what they show, in words. */
export function useMissingPictures(html: string): RefObject<HTMLDivElement | null> {
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { current } = text;
    if (!current || html === '') return;
    // Some may have failed before this listens.
    for (const image of current.querySelectorAll('img')) {
      if (image.complete && image.naturalWidth === 0 && image.src !== '') putWordsFor(image);
    }
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) putWordsFor(target);
    };
    // An image's error doesn't bubble, but is seen on its way down.
    current.addEventListener('error', onError, { capture: true });
    return () => current.removeEventListener('error', onError, { capture: true });
  }, [html]);

  return text;
}
