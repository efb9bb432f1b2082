import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import { Button, buttonClass } from '../../../../platform/web/ui/button.tsx';
import { ErrorNote } from '../../../../platform/web/ui/error-note.tsx';
import { HeadedSection } from '../../../../platform/web/ui/headed-section.tsx';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import { importReportFile } from '../../import-contract.ts';
import { importReportQuery } from './import-queries.ts';

interface ImportReportProps {
  readonly id: string;
  /** Whether it says what would happen, before the import. */
  readonly isOfLook?: boolean;
}

/** The report of an import, or of a look at its file. */
export function ImportReport({ id, isOfLook = false }: ImportReportProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    importReportQuery(id, isOfLook),
  );
  const lines = data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <HeadedSection title={isOfLook ? 'What would become of each' : 'Report'}>
      <p className="mb-5">
        <a
          href={addressOf(importReportFile.path, { id })}
          download
          className={buttonClass({ size: 'small' })}
        >
          Download as CSV
        </a>
      </p>
      {isError && <ErrorNote onRetry={() => refetch()}>The report could not be loaded.</ErrorNote>}
      {!data && !isError && <LoadingIndicator />}
      {lines.length > 0 && (
        <ol className="border-t border-rule">
          {lines.map(({ place, name, outcome, detail }) => (
            <li
              key={place}
              className="grid gap-x-6 border-b border-rule py-3 md:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <span className={outcome === 'failed' ? 'text-bad' : 'text-soft'}>{outcome}</span>
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{name}</p>
                {detail && <p className="text-sm text-soft wrap-anywhere">{detail}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button className="mt-5" aria-disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </HeadedSection>
  );
}
