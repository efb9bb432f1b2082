import { Moment } from '../../../../platform/web/ui/moment.tsx';
import type { SubscriberPage } from '../../contract/manage.ts';

type Consent = SubscriberPage['subscribers'][number]['consent'];

const endings: Readonly<Record<NonNullable<Consent['endedBy']>, string>> = {
  reader: 'unsubscribed',
  owner: 'taken off the list',
  account: 'ended with the account',
};

/** A consent: when it was requested, confirmed and ended, by which form and text. */
export function ConsentNote({ consent }: { readonly consent: Consent }) {
  const { form, words, askedAt, confirmedAt, endedAt, endedBy } = consent;
  return (
    <>
      <ul className="flex flex-wrap gap-x-5 text-sm text-soft">
        {askedAt !== null && (
          <li>
            Asked <Moment at={askedAt} />
          </li>
        )}
        {confirmedAt !== null && (
          <li>
            Confirmed <Moment at={confirmedAt} />
          </li>
        )}
        {endedAt !== null && (
          <li>
            {endedBy === null ? 'Ended' : `Ended (${endings[endedBy]})`} <Moment at={endedAt} />
          </li>
        )}
      </ul>
      {words !== '' && (
        <details className="text-sm text-soft">
          <summary className="min-h-target cursor-pointer">To which words</summary>
          <p className="max-w-measure whitespace-pre-line border-l-2 border-rule pl-4 wrap-anywhere">
            {form}: {words}
          </p>
        </details>
      )}
    </>
  );
}
