import { Link } from 'react-router';
import { Button } from '../../../platform/web/ui/button.tsx';
import { HeadedSection } from '../../../platform/web/ui/headed-section.tsx';
import { useKeptPlace } from '../../../platform/web/ui/lists/use-kept-place.ts';
import type { KeptItem } from './device-store.ts';
import { sizeOf } from './size-of.ts';

interface KeptListProps {
  readonly title: string;
  readonly items: readonly KeptItem[];
  readonly onThrow: (item: KeptItem) => void;
}

/** Stored content with its sizes, each with a link and a delete button. */
export function KeptList({ title, items, onThrow }: KeptListProps) {
  const { list, onFocus } = useKeptPlace(items);
  if (items.length === 0) return null;
  return (
    <HeadedSection title={title}>
      <ul ref={list} onFocus={onFocus} className="border-t border-rule">
        {items.map((item) => {
          const name = item.title || 'Untitled';
          return (
            <li
              key={item.path}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-3"
            >
              <Link
                to={item.path}
                className="min-w-0 grow font-medium wrap-anywhere hover:text-accent"
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="text-sm text-faint tabular-nums">{sizeOf(item.bytes)}</span>
              <Button size="small" onClick={() => onThrow(item)}>
                Throw away<span className="sr-only"> “{name}”</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </HeadedSection>
  );
}
