import type { ReactNode } from 'react';

/** What can be done with a text besides writing it, below the form: each a `SideSection`. All of it takes a script. */
export function Parts({ children }: { readonly children: ReactNode }) {
  return <div className="writing-parts noscript:hidden">{children}</div>;
}
