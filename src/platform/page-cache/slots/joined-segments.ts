import { hash } from 'node:crypto';
import { bytesOf, type Segment, type Segments, type Template } from './template.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** Adjacent segments that depend on the member alone. */
export interface JoinedSegments {
  readonly kind: 'joined';
  /** Equal for equal segments, on whichever page: hash of their bytes and markers. */
  readonly name: string;
  /** Index of a source whose data stores the joined bytes. */
  readonly holder: number;
  /** Indexes of all sources. */
  readonly sources: readonly number[];
  /** Memory at creation; 0 where pages share them. */
  readonly bytes: number;
  readonly segments: Segments;
}

/** Maximum bytes of a static part between personal ones: a larger one is better shared by all members. */
const betweenMax = 2_048;
/** Minimum number of pieces that are worth joining. */
const joinedLeast = 3;

/** Whether a mark means the same on every page. */
const isOfMember = (mark: SlotMarker) => mark.kind === 'data' || mark.about === undefined;

function isShort(segment: Segment): boolean {
  if (segment.kind !== 'run') return false;
  return segment.rare.length === 0 && segment.usual.plain.length <= betweenMax;
}

/** Whether the segment is personal, and the same for a member on every page where it has these bytes. */
function isPersonal(segment: Segment): boolean {
  if (segment.kind === 'own') return isOfMember(segment.mark);
  if (segment.kind !== 'case' || !isOfMember(segment.mark)) return false;
  return segment.cases.flat().every((each) => isShort(each) || isPersonal(each));
}

function marksOf(segments: Segments): readonly SlotMarker[] {
  return segments.flatMap((segment) => {
    if (segment.kind === 'own') return [segment.mark];
    return segment.kind === 'case' ? [segment.mark, ...marksOf(segment.cases.flat())] : [];
  });
}

/** Maximum number of pieces that the segments are filled in with. */
function piecesOf(segments: Segments): number {
  const counts = segments.map((each) =>
    each.kind === 'case' ? Math.max(...each.cases.map(piecesOf)) : 1,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Content of segments as JSON, for the name. */
function described(segments: Segments, sources: readonly PersonalData[]): readonly unknown[] {
  const ofMark = (mark: SlotMarker) => [
    mark.kind,
    sources[mark.source]?.name,
    mark.kind === 'text' && mark.read.slotName,
    mark.kind === 'case' && mark.is.slotName,
  ];
  return segments.map((segment) => {
    if (segment.kind === 'run') return segment.usual.plain.toString();
    if (segment.kind === 'own') return ofMark(segment.mark);
    return [ofMark(segment.mark), segment.cases.map((row) => described(row, sources))];
  });
}

function joined(segments: Segments, sources: readonly PersonalData[]): Template['segments'] {
  const used = [...new Set(marksOf(segments).map(({ source }) => source))];
  const [holder] = used;
  if (piecesOf(segments) < joinedLeast || holder === undefined) return segments;
  const name = hash('sha256', JSON.stringify(described(segments, sources)), 'base64url');
  const bytes = bytesOf(segments);
  return [{ kind: 'joined', name, holder, sources: used, bytes, segments }];
}

/**
 * Puts together what a member sees alike on every page, such as the account menu and the list of personal data in the
 * page's state: each member's bytes of it are then made once.
 */
export function joinSegments(
  segments: Segments,
  sources: readonly PersonalData[],
): Template['segments'] {
  const result: (Segment | JoinedSegments)[] = [];
  /** From the first personal segment on; the static ones after the last are left out. */
  let row: Segment[] = [];
  let personal = 0;
  function end(): void {
    result.push(...joined(row.slice(0, personal), sources), ...row.slice(personal));
    [row, personal] = [[], 0];
  }
  for (const segment of segments) {
    const own = isPersonal(segment);
    if (own || (row.length > 0 && isShort(segment))) {
      row.push(segment);
      if (own) personal = row.length;
    } else {
      end();
      result.push(segment);
    }
  }
  end();
  return result;
}
