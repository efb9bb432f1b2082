import { lazyChunk, useLazyChunk } from '../../../../platform/web/lazy-chunk.ts';
import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

const loadEncoder = lazyChunk(() => import('uqr'));

/** Modules of the quiet zone that scanners need (ISO 18004). */
const quiet = 4;

/** The dark modules of a code as one path, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
}

/** A text as a QR code. Dark on white in both themes: many scanners support nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const encoder = useLazyChunk(loadEncoder);
  // Without the encoder the key can still be typed.
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
