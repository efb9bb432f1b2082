import type { Reader } from '../../web/personal/personal.ts';
import { compact, type Piece } from '../gzip-pieces.ts';
import { bytesOf, type CaseMark, type Grow, type Segments, type Template } from './template.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** Raised with every change of what is written below: bytes of another format are not read. */
const format = 1;
/** The length of the description, as an unsigned number, lowest byte first; then comes the description, as JSON. */
const lengthBytes = 4;

/** What a page consists of that is code. */
export interface TemplateBinding {
  /** All that the page's queries ask for in a member's name, and the viewer; in any order. */
  readonly sources: readonly PersonalData[];
  /** Undefined for a name that no reader has. */
  readonly readerOf: (slotName: string) => Reader<unknown, unknown, unknown> | undefined;
}

/** First byte, and the one after the last, of what follows the description. */
type Place = readonly [start: number, end: number];

interface StoredPiece {
  readonly plain: Place;
  readonly deflated: Place;
  readonly crc: number;
  readonly shift: number;
}

/** A mark without its function. */
interface StoredMark {
  readonly kind: SlotMarker['kind'];
  readonly source: number;
  readonly reader?: string;
  readonly about?: unknown;
  readonly isRare?: boolean;
}

interface StoredRareSlot {
  readonly mark: StoredMark;
  readonly start: number;
  readonly end: number;
  readonly other: Place;
}

type StoredSegment =
  | { readonly kind: 'run'; readonly usual: StoredPiece; readonly rare: readonly StoredRareSlot[] }
  | { readonly kind: 'own'; readonly mark: StoredMark }
  | {
      readonly kind: 'case';
      readonly mark: StoredMark;
      readonly cases: readonly (readonly StoredSegment[])[];
    };

interface Description {
  readonly format: number;
  readonly digest: string;
  /** Their names, in the order in which marks number them. */
  readonly sources: readonly string[];
  readonly segments: readonly StoredSegment[];
}

function storedMark(mark: SlotMarker): StoredMark {
  const { kind, source } = mark;
  if (kind === 'data') return { kind, source };
  const { about } = mark;
  if (kind === 'text') return { kind, source, reader: mark.read.slotName, about };
  return { kind, source, reader: mark.is.slotName, about, isRare: mark.isRare };
}

/** A template as bytes, plain and deflated, without its functions: marks name their readers, and sources have names. */
export function writeTemplate({ segments, sources, digest }: Template): Buffer {
  const parts: Buffer[] = [];
  let length = 0;

  function add(bytes: Buffer): Place {
    parts.push(bytes);
    const start = length;
    length += bytes.length;
    return [start, length];
  }

  function storedPiece({ plain, deflated, crc, shift }: Piece): StoredPiece {
    return { plain: add(plain), deflated: add(deflated), crc, shift };
  }

  function stored(row: Segments): readonly StoredSegment[] {
    return row.map((segment): StoredSegment => {
      const { kind } = segment;
      if (kind === 'own') return { kind, mark: storedMark(segment.mark) };
      if (kind === 'case') {
        return { kind, mark: storedMark(segment.mark), cases: segment.cases.map(stored) };
      }
      const rare = segment.rare.map(({ mark, start, end, other }) => ({
        mark: storedMark(mark),
        start,
        end,
        other: add(other),
      }));
      return { kind, usual: storedPiece(segment.usual), rare };
    });
  }

  const description: Description = {
    format,
    digest,
    sources: sources.map(({ name }) => name),
    segments: stored(segments),
  };
  const json = Buffer.from(JSON.stringify(description));
  const head = Buffer.alloc(lengthBytes);
  head.writeUInt32LE(json.length);
  return Buffer.concat([head, json, ...parts]);
}

/** What a template is made of that isn't there any more, such as a reader under another name. */
class Unbound extends Error {}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Unbound(`A stored page names ${name}, which isn't there.`);
  return value;
}

/**
 * A template that was written, bound to the page's code as it is now; undefined where that has no such readers or sources
 * any more, and for another format. The bytes have to be as they were written.
 */
export function readTemplate(
  bytes: Buffer,
  { sources, readerOf }: TemplateBinding,
  grow: Grow,
): Template | undefined {
  const start = lengthBytes + bytes.readUInt32LE();
  const description = JSON.parse(bytes.toString('utf8', lengthBytes, start)) as Description;
  if (description.format !== format) return undefined;
  const body = compact(bytes.subarray(start));
  const at = ([from, to]: Place) => body.subarray(from, to);

  function marked({ kind, source, reader = '', about, isRare = false }: StoredMark): SlotMarker {
    if (kind === 'data') return { kind, source };
    const read = found(readerOf(reader), reader);
    return kind === 'text'
      ? { kind, source, read: read as Reader<unknown, unknown, string>, about }
      : { kind, source, is: read as Reader<unknown, unknown, boolean>, about, isRare };
  }

  function segmentsOf(row: readonly StoredSegment[]): Segments {
    return row.map((segment) => {
      const { kind } = segment;
      if (kind === 'own') return { kind, mark: marked(segment.mark) };
      if (kind === 'case') {
        const mark = marked(segment.mark) as CaseMark;
        return { kind, mark, cases: segment.cases.map(segmentsOf) };
      }
      const { plain, crc, shift } = segment.usual;
      const deflated = at(segment.usual.deflated);
      const deflatedBytes = deflated.length;
      const rare = segment.rare.map((slot) => ({
        ...slot,
        mark: marked(slot.mark) as CaseMark,
        other: at(slot.other),
      }));
      const usual = { plain: at(plain), deflated, deflatedBytes, crc, shift };
      return { kind, usual, rare, others: new Map(), grow };
    });
  }

  try {
    const segments = segmentsOf(description.segments);
    const bound = description.sources.map((name) =>
      found(
        sources.find((source) => source.name === name),
        name,
      ),
    );
    const { digest } = description;
    return { segments, sources: bound, digest, bytes: bytesOf(segments) };
  } catch (error) {
    if (error instanceof Unbound) return undefined;
    throw error;
  }
}
