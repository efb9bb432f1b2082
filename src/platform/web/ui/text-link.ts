/**
 * The classes of a link that stands by itself among text, 24 pixels high to a finger; no component, since the server's own
 * page uses it too.
 */
export const textLink =
  'whitespace-nowrap py-0.5 font-semibold underline decoration-accent underline-offset-4 hover:text-accent';
