import { lengthOf } from '../../platform/text/text-schema.ts';

/** Code points; with more of them a title takes over the page when it is set in the full size. */
const longTitleMin = 70;

/** Whether a title is to be set a size smaller than others in its place. */
export function isLongTitle(title: string): boolean {
  return lengthOf(title) >= longTitleMin;
}
