import type { FeaturedRule } from '../../../../platform/site/own-settings.ts';

/** By which rule blogs are featured, as the page says it. */
export const featuredLeads: Readonly<Record<FeaturedRule, string>> = {
  longest: 'The ten blogs with the highest word count: the long reads.',
  discussed: 'The ten blogs that most people saved and discussed in the last thirty days.',
  chosen: 'Chosen by hand by the people who run this site.',
};
