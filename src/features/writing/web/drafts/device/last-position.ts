import { z } from 'zod';

/**
 * Where somebody stopped in a text: the field, what was selected in it, and how far the page was scrolled; where the text
 * looked as it will be read, what of it was in sight.
 */
const placeSchema = z.object({
  field: z.string(),
  start: z.number(),
  end: z.number(),
  /** CSS pixels. */
  top: z.number(),
  sight: z.object({ at: z.number(), below: z.number() }).optional(),
});
export type LastPosition = z.output<typeof placeSchema>;

const placesSchema = z.array(z.tuple([z.string(), placeSchema]));

/** Texts whose place is remembered on a device. */
const placesMax = 50;

function placesOf(personId: string): readonly (readonly [string, LastPosition])[] {
  try {
    return placesSchema.parse(JSON.parse(localStorage.getItem(`places:${personId}`) ?? '[]'));
  } catch {
    return [];
  }
}

/** Where the person stopped on this device; undefined where nobody knows. */
export function lastPositionOf(personId: string, draftKey: string): LastPosition | undefined {
  return placesOf(personId).find(([key]) => key === draftKey)?.[1];
}

/** Remembers a place among the latest; undefined forgets it. */
export function saveLastPosition(
  personId: string,
  draftKey: string,
  place: LastPosition | undefined,
): void {
  const others = placesOf(personId).filter(([key]) => key !== draftKey);
  const places = place ? [[draftKey, place], ...others] : others;
  try {
    localStorage.setItem(`places:${personId}`, JSON.stringify(places.slice(0, placesMax)));
  } catch {
    // Where nothing can be kept, one begins at the top.
  }
}
