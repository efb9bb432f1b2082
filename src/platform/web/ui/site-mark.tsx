import { letterMarkOf, type OwnLook } from '../../site/own-settings.ts';
import { smallestOf } from '../../text/own-picture.ts';

/** The site's mark beside its name: as it was drawn, or the owner's letters or picture. */
export function SiteMark({ own }: { readonly own: OwnLook | undefined }) {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
  'use no memo';
  const picture = own?.markPicture && smallestOf(own.markPicture);
  return (
    <img
      src={picture || letterMarkOf(own) || '/images/mark.svg'}
      alt=""
      width={32}
      height={32}
      {...(picture && { referrerPolicy: 'no-referrer' })}
      className={`size-7 max-[24rem]:hidden sm:size-8${picture ? ' rounded-sm object-cover' : ''}`}
    />
  );
}
