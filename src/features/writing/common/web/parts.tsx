import type { ReactNode } from 'react';

/** Where the bar above the text leads. */
export const partsId = 'writing-parts';

/** What can be done with a text besides writing it, below the form: each a `SideSection`. All of it takes a script. */
export function Parts({ children }: { readonly children: ReactNode }) {
  return (
    <div id={partsId} tabIndex={-1} className="writing-parts noscript:hidden">
      {children}
    </div>
  );
}
