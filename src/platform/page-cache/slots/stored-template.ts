import type { Reader } from '../../web/personal/personal.ts';
import { compact, type Piece } from '../gzip-pieces.ts';
import { joinSegments, separateSegments } from './joined-segments.ts';
import {
  bytesOf,
  type CaseMark,
  deflateTemplate,
  type Grow,
  runOf,
  type Segments,
  type Template,
} from './template.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** Increase it with each change of the encoding below; other formats are not read. */
const format = 1;
/** Length of the description as an unsigned little-endian number; the description follows as JSON. */
const lengthBytes = 4;

/** The parts of a page that are code. */
export interface TemplateBinding {
  /** All personal queries of the page, and the viewer; in any order. */
  readonly sources: readonly PersonalData[];
  /** Undefined for an unknown name. */
  readonly readerOf: (slotName: string) => Reader<unknown, unknown, unknown> | undefined;
}

/** Start and end (exclusive) in the bytes after the description. */
type Place = readonly [start: number, end: number];

interface StoredPiece {
  readonly plain: Place;
  readonly deflated: Place;
  readonly crc: number;
  readonly shift: number;
}

/** A marker without its function. */
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
  /** Names of the sources, in the order of the markers' indexes. */
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

/** Encodes a template, plain and deflated, without functions: markers name their readers, and sources have names. */
export function writeTemplate(template: Template): Buffer {
  deflateTemplate(template);
  const { segments, sources, digest } = template;
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
    segments: stored(separateSegments(segments)),
  };
  const json = Buffer.from(JSON.stringify(description));
  const head = Buffer.alloc(lengthBytes);
  head.writeUInt32LE(json.length);
  return Buffer.concat([head, json, ...parts]);
}

/** A stored template refers to code that no longer exists, such as a renamed reader. */
class Unbound extends Error {}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Unbound(`A stored page names ${name}, which isn't there.`);
  return value;
}

/**
 * Decodes a template and binds it to the page's current code; undefined for another format, or if a reader or source no
 * longer exists. The caller guarantees that the bytes are intact.
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
      return runOf(usual, rare, grow);
    });
  }

  try {
    const bound = description.sources.map((name) =>
      found(
        sources.find((source) => source.name === name),
        name,
      ),
    );
    const segments = joinSegments(segmentsOf(description.segments), bound);
    const { digest } = description;
    return { segments, sources: bound, digest, bytes: bytesOf(segments) };
  } catch (error) {
    if (error instanceof Unbound) return undefined;
    throw error;
  }
}
