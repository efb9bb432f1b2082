import { PlaceholderLink } from '../../platform/web/ui/placeholder-link.tsx';

const email = 'hello@thecontenthub.example';
const phone = { shown: '+44 20 7946 0192', number: '+442079460192' };
const networks = ['Twitter', 'Facebook', 'YouTube', 'RSS'] as const;

const term = 'text-sm text-faint';
const link =
  'inline-block py-0.5 font-medium wrap-anywhere underline decoration-accent underline-offset-4 hover:text-accent';

/** How else the site can be reached. */
export function ContactDetails() {
  return (
    <dl className="grid grid-cols-1 gap-6">
      <div>
        <dt className={term}>Email</dt>
        <dd>
          <a href={`mailto:${email}`} className={link}>
            {email}
          </a>
        </dd>
      </div>
      <div>
        <dt className={term}>Phone</dt>
        <dd>
          <a href={`tel:${phone.number}`} className={link}>
            {phone.shown}
          </a>
        </dd>
      </div>
      <div>
        <dt className={term}>Address</dt>
        <dd>
          <address className="not-italic">
            14 Printer's Yard
            <br />
            London EC4A 2AB
          </address>
        </dd>
      </div>
      <div>
        <dt className={term}>Elsewhere</dt>
        <dd>
          <ul className="flex flex-wrap gap-x-5">
            {networks.map((network) => (
              <li key={network}>
                <PlaceholderLink className="inline-block py-1 text-soft">{network}</PlaceholderLink>
              </li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  );
}
