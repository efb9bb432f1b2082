import type { ImportPreview } from '../../import-contract.ts';

type Counts = ImportPreview['counts'];

const rows = [
  ['texts', 'Texts'],
  ['comments', 'Comments'],
  ['pictures', 'Pictures'],
  ['subscribers', 'Subscribers'],
  ['other', 'Other items'],
] as const;

const number = (value: number) => value.toLocaleString('en-US');

/** Counts of imported items, or of a dry run; kinds that the file lacks have no row. */
export function CountsTable({
  counts,
  caption,
}: {
  readonly counts: Counts;
  readonly caption: string;
}) {
  const shown = rows.filter(
    ([key]) => key === 'texts' || Object.values(counts[key]).some((value) => value > 0),
  );
  const cell = 'py-2 pl-4 text-right tabular-nums';
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-measure text-sm">
        <caption className="mb-2 text-left font-semibold">{caption}</caption>
        <thead>
          <tr className="border-b border-rule-strong text-soft">
            <td />
            {['In', 'Changed', 'Left out', 'Failed'].map((head) => (
              <th key={head} scope="col" className={`${cell} font-normal`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([key, label]) => (
            <tr key={key} className="border-b border-rule">
              <th scope="row" className="py-2 text-left font-semibold">
                {label}
              </th>
              <td className={cell}>{number(counts[key].in)}</td>
              <td className={cell}>{number(counts[key].changed)}</td>
              <td className={cell}>{number(counts[key].leftOut)}</td>
              <td className={cell}>{number(counts[key].failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {counts.drafts > 0 && (
        <p className="mt-3 text-sm text-soft">
          {number(counts.drafts)} of the texts are drafts, which nobody sees.
        </p>
      )}
    </div>
  );
}
