// Covers of the Lifestyle blogs: slug to scene.
import { balcony } from './lifestyle/balcony.mjs';
import { jumper } from './lifestyle/jumper.mjs';
import { letter } from './lifestyle/letter.mjs';
import { loaf } from './lifestyle/loaf.mjs';
import { windowChair } from './lifestyle/window-chair.mjs';

export const lifestyle = {
  'a-slow-loaf': loaf,
  'mending-the-same-jumper-twice': jumper,
  'four-seasons-on-one-balcony': balcony,
  'the-chair-by-the-window': windowChair,
  'a-letter-takes-three-days': letter,
};
