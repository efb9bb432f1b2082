// One emblem per category, shown when the picture of a blog fails to load.
import { education } from './emblems/education.mjs';
import { health } from './emblems/health.mjs';
import { lifestyle } from './emblems/lifestyle.mjs';
import { other } from './emblems/other.mjs';
import { technology } from './emblems/technology.mjs';
import { travel } from './emblems/travel.mjs';

export const categories = { technology, health, education, lifestyle, travel, other };
