import { useEffect, useRef, useState } from 'react';
import { blogTextSchema } from '../../../../blog/blog-text.ts';

/** Milliseconds without typing before an address is checked. */
const settleMs = 300;

type Outcome = 'trying' | 'shown' | 'failed';

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function TriedPicture({ src }: { readonly src: string }) {
  const [outcome, setOutcome] = useState<Outcome>('trying');
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    // The image may have loaded or failed before hydration.
    const { current } = image;
    if (current?.complete) setOutcome(current.naturalWidth > 0 ? 'shown' : 'failed');
  }, []);

  return (
    <div className="grid gap-2">
      {outcome !== 'failed' && (
        <img
          ref={image}
          src={src}
          alt="Your cover, as lists show it"
          referrerPolicy="no-referrer"
          onLoad={() => setOutcome('shown')}
          onError={() => setOutcome('failed')}
          className={`aspect-8/5 w-full rounded-sm bg-sunk object-cover ${outcome === 'trying' ? 'opacity-0' : ''}`}
        />
      )}
      <p role="status" className="text-sm text-soft">
        {outcome === 'trying' && 'Looking for the picture…'}
        {outcome === 'failed' &&
          'There is no picture at this address, or its site doesn’t let others show it. Readers would see the artwork of the category.'}
      </p>
    </div>
  );
}

interface ImageCheckProps {
  readonly url: string;
  /** True where the field shows an error already. */
  readonly isRefused: boolean;
}

/** Checks an image address while it is typed: shows its picture, or the reason for none. */
export function ImageCheck({ url, isRefused }: ImageCheckProps) {
  const address = useSettled(url.trim());
  if (address === '' || isRefused) return null;
  const [issue] = blogTextSchema.shape.imageUrl.safeParse(address).error?.issues ?? [];
  if (issue) {
    return (
      <p role="status" className="text-sm text-soft">
        {issue.message}
      </p>
    );
  }
  return <TriedPicture key={address} src={address} />;
}
