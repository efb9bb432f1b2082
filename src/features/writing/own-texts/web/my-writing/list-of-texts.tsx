import type { ReactNode } from 'react';
import { paths } from '../../../../../paths.ts';
import { ListPaging } from '../../../../../platform/web/ui/lists/list-paging.tsx';

interface ListOfTextsProps {
  readonly list: '' | 'published' | 'scheduled' | 'deleted';
  readonly cursor: string;
  readonly nextCursor: string | null;
  /** The total, and the range on this page. */
  readonly extent?: string | undefined;
  /** Shown for an empty list. */
  readonly empty: ReactNode;
  /** The items, each a `WritingItem`. */
  readonly children: readonly ReactNode[];
}

/** A page of the member's texts, with links to the next and the first page. */
export function ListOfTexts(props: ListOfTextsProps) {
  const { list, cursor, nextCursor, extent, empty, children } = props;
  return (
    <>
      {extent !== undefined && <p className="mb-4 text-sm text-faint">{extent}</p>}
      {children.length === 0 ? empty : <ul className="border-t border-rule">{children}</ul>}
      <ListPaging
        cursor={cursor}
        nextCursor={nextCursor}
        to={(next) => paths.myWriting.to({ list, cursor: next })}
      />
    </>
  );
}
