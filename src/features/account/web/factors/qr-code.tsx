import { lazyChunk, useLazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

const loadEncoder = lazyChunk(() => import('uqr'));

/** Cells of quiet around a code that readers need (ISO 18004). */
const quiet = 4;

/** The dark cells of a code as one path, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
}

/** A text as a picture for cameras. Dark on white in both themes: many readers know no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const encoder = useLazyChunk(loadEncoder);
  // Without it the key can still be typed.
  const rows = encoder?.encode(text, { border: quiet }).data;
  if (!rows) return <Skeleton className="size-52" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-52"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={pathOf(rows)} fill="#000" />
    </svg>
  );
}
