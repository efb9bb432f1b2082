// Covers of the Other blogs: slug to scene.
import { cello } from './other/cello.mjs';
import { crows } from './other/crows.mjs';
import { starCount } from './other/star-count.mjs';
import { townClock } from './other/town-clock.mjs';

export const other = {
  'the-second-cello': cello,
  'what-the-crows-remember': crows,
  'counting-stars-from-a-car-park': starCount,
  'the-town-clock-lost-four-minutes': townClock,
};
