import { Fragment, type ReactNode } from 'react';
import { ownAddress } from '../../../platform/site/own-address.ts';
import { linkOf } from '../../../platform/site/own-settings.ts';
import { useSiteSettings } from '../../../platform/web/site-settings.ts';
import { PlaceholderLink } from '../../../platform/web/ui/placeholder-link.tsx';

const networks = ['Twitter', 'Facebook', 'YouTube', 'RSS'] as const;

const term = 'text-sm text-faint';
const link =
  'inline-block py-0.5 font-medium wrap-anywhere underline decoration-accent underline-offset-4 hover:text-accent';

interface DetailProps {
  readonly name: string;
  /** Nothing is rendered for an empty value. */
  readonly value: string;
  readonly children: ReactNode;
}

function Detail({ name, value, children }: DetailProps) {
  if (value === '') return null;
  return (
    <div>
      <dt className={term}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The site's other contact details. */
export function ContactDetails() {
  const { own } = useSiteSettings();
  const {
    email = ownAddress.email,
    phone = ownAddress.phone,
    address = ownAddress.address,
    social = networks,
  } = own ?? {};
  return (
    <dl className="grid grid-cols-1 gap-6">
      <Detail name="Email" value={email}>
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      </Detail>
      <Detail name="Phone" value={phone}>
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
          {phone}
        </a>
      </Detail>
      <Detail name="Address" value={address}>
        <address className="not-italic">
          {address.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, hold no state and keep their order.
            <Fragment key={index}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </address>
      </Detail>
      <Detail name="Elsewhere" value={social.length === 0 ? '' : 'links'}>
        <ul className="flex flex-wrap gap-x-5">
          {social.map(linkOf).map(({ label, url }) => (
            <li key={label}>
              <PlaceholderLink
                href={url}
                className="inline-flex min-h-link items-center py-1 text-soft"
              >
                {label}
              </PlaceholderLink>
            </li>
          ))}
        </ul>
      </Detail>
    </dl>
  );
}
