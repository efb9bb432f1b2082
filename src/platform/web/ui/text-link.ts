/** The classes of a link that stands by itself among text; no component, since the server's own page uses it too. */
export const textLink =
  'whitespace-nowrap font-semibold underline decoration-accent underline-offset-4 hover:text-accent';
