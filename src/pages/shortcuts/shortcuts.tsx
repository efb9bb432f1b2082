import type { RefObject } from 'react';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/**
 * The keys of the main layout and the dialog that explains them. Stands after `NavigationFocus`, whose heading would
 * otherwise take the focus from the search that a key led to.
 */
export function Shortcuts({ help }: { readonly help: RefObject<HTMLDialogElement | null> }) {
  useShortcuts(help);
  return <ShortcutHelp ref={help} />;
}
