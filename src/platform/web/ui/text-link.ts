/**
 * The classes of a standalone text link, a target of 24 pixels; not a component, because the server's static page uses
 * them too.
 */
export const textLink =
  'whitespace-nowrap py-0.5 font-semibold underline decoration-accent underline-offset-4 hover:text-accent';
