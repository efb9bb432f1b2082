// Covers of the Travel blogs: slug to scene.
import { ferry } from './travel/ferry.mjs';
import { lighthouse } from './travel/lighthouse.mjs';
import { mountainTrail } from './travel/mountain-trail.mjs';
import { nightTrain } from './travel/night-train.mjs';
import { tram } from './travel/tram.mjs';

export const travel = {
  'night-train-to-the-coast': nightTrain,
  'the-road-that-ends-at-a-lighthouse': lighthouse,
  'a-mountain-trail-without-the-view': mountainTrail,
  'the-ferry-is-the-holiday': ferry,
  'a-city-from-its-tram-window': tram,
};
