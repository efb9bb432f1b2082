import type { ReactNode } from 'react';

/** Target of the link in the bar above the text. */
export const partsId = 'writing-parts';

/** Actions on a text besides writing, below the form: each a `SideSection`. All of them need a script. */
export function Parts({ children }: { readonly children: ReactNode }) {
  return (
    <div id={partsId} tabIndex={-1} className="writing-parts noscript:hidden">
      {children}
    </div>
  );
}
