/** The classes of a standalone text link; not a component, because the server's static page uses them too. */
export const textLink =
  'whitespace-nowrap font-semibold underline decoration-accent underline-offset-4 hover:text-accent';
