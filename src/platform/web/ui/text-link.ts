/** The classes of a link that stands by itself among text. */
export const textLink =
  'whitespace-nowrap font-semibold underline decoration-accent underline-offset-4 hover:text-accent';
