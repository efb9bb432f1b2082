import { z } from 'zod';

/**
 * The last position in a text: the field, its selection, the page's scroll offset, and in the formatted editor the part of
 * the text at the top of the viewport.
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

/** Number of texts whose position is stored on a device. */
const placesMax = 50;

function placesOf(personId: string): readonly (readonly [string, LastPosition])[] {
  try {
    return placesSchema.parse(JSON.parse(localStorage.getItem(`places:${personId}`) ?? '[]'));
  } catch {
    return [];
  }
}

/** The person's last position in a draft on this device, if it is stored. */
export function lastPositionOf(personId: string, draftKey: string): LastPosition | undefined {
  return placesOf(personId).find(([key]) => key === draftKey)?.[1];
}

/** Stores a draft's position as the latest one; undefined removes it. */
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
    // Without storage the editor opens at the top.
  }
}
