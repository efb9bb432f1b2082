/** Markup of an article that a script can enhance. The article is complete without it. */
export const enhanceable =
  /<nav class="text-contents"|data-footnote-ref|<div class="code"|class="table-scroll"|<img|<figure class="video"/;
