// Covers of the Education blogs: slug to scene.
import { bookMountain } from './education/book-mountain.mjs';
import { lampAndNotebook } from './education/lamp-and-notebook.mjs';
import { nightSchool } from './education/night-school.mjs';
import { slices } from './education/slices.mjs';

export const education = {
  'notes-by-hand': lampAndNotebook,
  'a-fraction-is-a-slice-of-something': slices,
  'night-school-on-mill-street': nightSchool,
  'how-to-read-a-difficult-book': bookMountain,
};
