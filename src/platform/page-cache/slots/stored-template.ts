import type { Reader } from '../../web/personal/personal.ts';
import { compact, type Piece } from '../gzip-pieces.ts';
import type { JoinedSegments } from './joined-segments.ts';
import {
  bytesOf,
  type CaseMark,
  deflateTemplate,
  type Grow,
  runOf,
  type Segment,
  type Template,
} from './template.ts';
import type { PersonalData, SlotMarker } from './template-markup.ts';

/** Increase it with each change of the encoding below; other formats are not read. */
const format = 2;
/** Length of the description as an unsigned little-endian number; the description follows as JSON. */
const lengthBytes = 4;

/** The parts of a page that are code. */
export interface TemplateBinding {
  /** Undefined for an unknown name. */
  readonly sourceOf: (name: string) => PersonalData | undefined;
  /** Undefined for an unknown name. */
  readonly readerOf: (slotName: string) => AnyReader | undefined;
}

type AnyReader = Reader<unknown, unknown, unknown>;

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
    }
  | {
      readonly kind: 'joined';
      readonly name: string;
      readonly holder: number;
      readonly sources: readonly number[];
      readonly bytes: number;
      /** Where they are encoded on their own. */
      readonly place: Place;
    };

interface Description {
  readonly format: number;
  readonly digest: string;
  /** Names of the sources, in the order of the markers' indexes. */
  readonly sources: readonly string[];
  /** Names of all readers. */
  readonly readers: readonly string[];
}

/** Encoded segments, and what else describes them. */
interface Encoded<About> {
  readonly about: About;
  readonly segments: readonly StoredSegment[];
}

function storedMark(mark: SlotMarker): StoredMark {
  const { kind, source } = mark;
  if (kind === 'data') return { kind, source };
  const { about } = mark;
  if (kind === 'text') return { kind, source, reader: mark.read.slotName, about };
  return { kind, source, reader: mark.is.slotName, about, isRare: mark.isRare };
}

function encode(about: unknown, segments: Template['segments']): Buffer {
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

  function stored(segment: Segment | JoinedSegments): StoredSegment {
    const { kind } = segment;
    if (kind === 'own') return { kind, mark: storedMark(segment.mark) };
    if (kind === 'case') {
      const cases = segment.cases.map((row) => row.map(stored));
      return { kind, mark: storedMark(segment.mark), cases };
    }
    if (kind === 'joined') {
      const { name, holder, sources } = segment;
      const own = segment.segments();
      return { kind, name, holder, sources, bytes: bytesOf(own), place: add(encode({}, own)) };
    }
    const rare = segment.rare.map(({ mark, start, end, other }) => ({
      mark: storedMark(mark),
      start,
      end,
      other: add(other),
    }));
    return { kind, usual: storedPiece(segment.usual), rare };
  }

  const json = Buffer.from(JSON.stringify({ about, segments: segments.map(stored) }));
  const head = Buffer.alloc(lengthBytes);
  head.writeUInt32LE(json.length);
  return Buffer.concat([head, json, ...parts]);
}

function marksOf(segments: Template['segments']): readonly SlotMarker[] {
  return segments.flatMap((segment) => {
    const { kind } = segment;
    if (kind === 'own') return [segment.mark];
    if (kind === 'case') return [segment.mark, ...segment.cases.flatMap(marksOf)];
    return kind === 'joined' ? marksOf(segment.segments()) : segment.rare.map(({ mark }) => mark);
  });
}

/** Encodes a template, plain and deflated, without functions: markers name their readers, and sources have names. */
export function writeTemplate(template: Template): Buffer {
  deflateTemplate(template);
  const { segments, sources, digest } = template;
  const readers = new Set(marksOf(segments).flatMap((mark) => storedMark(mark).reader ?? []));
  const about: Description = {
    format,
    digest,
    sources: sources.map(({ name }) => name),
    readers: [...readers],
  };
  return encode(about, segments);
}

function decode<About>(bytes: Buffer): Encoded<About> & { readonly body: Buffer } {
  const start = lengthBytes + bytes.readUInt32LE();
  const encoded = JSON.parse(bytes.toString('utf8', lengthBytes, start)) as Encoded<About>;
  return { ...encoded, body: bytes.subarray(start) };
}

/** Decoded segments refer to `body`. All readers must be there. */
function bound(
  { segments, body }: Pick<ReturnType<typeof decode>, 'segments' | 'body'>,
  readerOf: TemplateBinding['readerOf'],
  grow: Grow,
): Template['segments'] {
  const at = ([from, to]: Place) => body.subarray(from, to);

  function marked({ kind, source, reader = '', about, isRare = false }: StoredMark): SlotMarker {
    if (kind === 'data') return { kind, source };
    const read = readerOf(reader) as AnyReader;
    return kind === 'text'
      ? { kind, source, read: read as Reader<unknown, unknown, string>, about }
      : { kind, source, is: read as Reader<unknown, unknown, boolean>, about, isRare };
  }

  function segmentOf(segment: StoredSegment): Segment | JoinedSegments {
    const { kind } = segment;
    if (kind === 'own') return { kind, mark: marked(segment.mark) };
    if (kind === 'case') {
      const cases = segment.cases.map((row) => row.map(segmentOf) as Segment[]);
      return { kind, mark: marked(segment.mark) as CaseMark, cases };
    }
    if (kind === 'joined') {
      const { name, holder, sources, bytes: size, place } = segment;
      // A copy: a member's bytes outlive the page, and their gzip is made of these when it is first asked for.
      const separate = () => bound(decode(compact(at(place))), readerOf, grow) as Segment[];
      return { kind, name, holder, sources, bytes: size, segments: separate };
    }
    const { plain, crc, shift } = segment.usual;
    const deflated = at(segment.usual.deflated);
    const usual = { plain: at(plain), deflated, deflatedBytes: deflated.length, crc, shift };
    const rare = segment.rare.map((slot) => ({
      ...slot,
      mark: marked(slot.mark) as CaseMark,
      other: at(slot.other),
    }));
    return runOf(usual, rare, grow);
  }

  return segments.map(segmentOf);
}

/**
 * Decodes a template and binds it to the page's current code; undefined for another format, or if a reader or source no
 * longer exists. The caller guarantees that the bytes are intact, and that they stay so as long as the template is used.
 */
export function readTemplate(
  bytes: Buffer,
  { sourceOf, readerOf }: TemplateBinding,
  grow: Grow,
): Template | undefined {
  const decoded = decode<Description>(bytes);
  const { format: own, digest, sources, readers } = decoded.about;
  if (own !== format || readers.some((name) => !readerOf(name))) return undefined;
  const data = sources.flatMap((name) => sourceOf(name) ?? []);
  if (data.length < sources.length) return undefined;
  const segments = bound(decoded, readerOf, grow);
  return { segments, sources: data, digest, bytes: bytesOf(segments) };
}
