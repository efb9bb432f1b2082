// Covers of the Health blogs: slug to scene.
import { beforeSleep } from './health/before-sleep.mjs';
import { parkWalk } from './health/park-walk.mjs';
import { soup } from './health/soup.mjs';
import { swimmer } from './health/swimmer.mjs';

export const health = {
  'walking-without-a-number': parkWalk,
  'the-hour-before-sleep': beforeSleep,
  'learning-to-swim-at-forty-one': swimmer,
  'a-short-defence-of-soup': soup,
};
