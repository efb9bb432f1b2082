// The mark: an open book whose pages meet under one dot, the hub. Drawn on a 32 x 32 field.
import { circle, path } from './shapes.mjs';

export const mark = () => [
  path('M16 27C12.4 24.4 7.4 23.6 3 24.4V11.4C7.4 10.6 12.4 11.4 16 14Z', '#2f8288'),
  path('M16 27C19.6 24.4 24.6 23.6 29 24.4V11.4C24.6 10.6 19.6 11.4 16 14Z', '#e0693d'),
  circle(16, 6.4, 3.6, '#e3a52f'),
];

/** A quiet person shape for writers without a photo; mid greys that sit on light and dark pages. */
export const avatar = () => [
  circle(48, 48, 48, '#8d9a97'),
  circle(48, 38, 17, '#e9e6dd'),
  path('M16 83.8A34 34 0 0 1 80 83.8A48 48 0 0 1 16 83.8Z', '#e9e6dd'),
];
