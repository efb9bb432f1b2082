import { useEffect, useState } from 'react';
import { paths } from '../../../../../paths.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import { shorten } from '../../../../../platform/text/shorten.ts';
import { ButtonLink } from '../../../../../platform/web/ui/button.tsx';
import { Moment } from '../../../../../platform/web/ui/moment.tsx';
import { type KeptText, textsOnDevice } from '../../../drafts/web/device/local-copies.ts';

/** Most code points of a text's beginning. */
const glimpseMax = 90;

function addressOf({ draftKey, baseTag }: KeptText): string {
  return baseTag === null ? paths.addBlog.to({ draft: draftKey }) : paths.updateBlog.to(draftKey);
}

/** What is on this device and may be on the site in older words, or not at all: opened, it is sent. */
export function TextsOnDevice({ personId }: { readonly personId: string }) {
  const [texts, setTexts] = useState<readonly KeptText[]>([]);
  useEffect(() => setTexts(textsOnDevice(personId)), [personId]);
  return texts.map((kept) => {
    const { title, longDescription, shortDescription } = kept.text;
    const glimpse = shorten(title || longDescription || shortDescription, glimpseMax);
    return (
      <section
        key={kept.device}
        aria-label="On this device"
        className="mb-6 border-l-2 border-accent py-1 pl-5"
      >
        <p className="text-sm text-soft">
          “<bdi className="wrap-anywhere">{glimpse || 'Untitled'}</bdi>”, written on this device{' '}
          <Moment at={isoOf(kept.savedAt)} />, is not on the site yet.
        </p>
        <ButtonLink size="small" look="plain" to={addressOf(kept)}>
          Open it
        </ButtonLink>
      </section>
    );
  });
}
