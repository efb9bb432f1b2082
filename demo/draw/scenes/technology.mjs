// Covers of the Technology blogs: slug to scene.
import { boringSoftware } from './technology/boring-software.mjs';
import { cardCatalogue } from './technology/card-catalogue.mjs';
import { circuitCity } from './technology/circuit-city.mjs';
import { kitchenRadio } from './technology/kitchen-radio.mjs';
import { tapeReels } from './technology/tape-reels.mjs';

export const technology = {
  'reading-a-circuit-board-like-a-city': circuitCity,
  'in-praise-of-boring-software': boringSoftware,
  'the-backup-nobody-opened': tapeReels,
  'a-radio-in-the-kitchen': kitchenRadio,
  'what-the-search-box-forgot': cardCatalogue,
};
