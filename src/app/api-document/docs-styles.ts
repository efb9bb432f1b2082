/** Styles of `/api/docs`, in the system's color scheme or the one chosen on the site. */
export const docsStyles = `:root { color-scheme: light dark; --ink: light-dark(#1d1a16, #ece7df); --soft: light-dark(#5d564d, #b3aba0);
  --paper: light-dark(#fbf9f5, #161412); --sunk: light-dark(#f1ede5, #211e1b); --rule: light-dark(#d8d1c5, #3a352f);
  --accent: light-dark(#9a3412, #fdba74); }
:root.dark { color-scheme: dark; }
:root.light { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-size: 2.25rem; line-height: 1.1; margin: 0 0 1rem; }
h2 { margin: 3rem 0 .5rem; border-bottom: 1px solid var(--rule); }
h3 { margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { border-bottom: 1px solid var(--rule); padding: .25rem 0; }
summary { cursor: pointer; padding: .5rem 0; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; color: var(--accent); }
summary span, small { color: var(--soft); }
code, pre, textarea { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { background: var(--sunk); padding: .75rem; overflow: auto; max-height: 24rem; }
dt { font-weight: 600; margin-top: .5rem; overflow-wrap: anywhere; }
dd { margin: 0 0 0 1rem; }
label { display: block; font-weight: 600; }
input, textarea { width: 100%; min-height: 2.75rem; padding: .5rem; border: 1px solid var(--soft); background: transparent; color: inherit; }
small { display: block; }
label small { display: inline; font-weight: 400; }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid var(--ink); background: transparent; color: inherit; font: inherit; cursor: pointer; }
`;
