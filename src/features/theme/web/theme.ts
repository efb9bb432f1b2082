import { themeKey } from './first-script.ts';

const root = () => document.documentElement;

function show(isDark: boolean): void {
  root().classList.toggle('dark', isDark);
  const { backgroundColor } = getComputedStyle(root());
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = backgroundColor;
  }
}

/** The stored choice; undefined if there is none or storage is unavailable. */
function storedTheme(): 'dark' | 'light' | undefined {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === 'dark' || stored === 'light' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Switches between dark and light, and stores the choice. */
export function flipTheme(): void {
  const isDark = !root().classList.contains('dark');
  show(isDark);
  try {
    localStorage.setItem(themeKey, isDark ? 'dark' : 'light');
  } catch {
    // Without storage the theme lasts until the next page load.
  }
}

/**
 * Follows the choice made in another tab, and the system's while none is stored. Returns the function that stops it.
 */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const stored = storedTheme();
    show(stored === undefined ? system.matches : stored === 'dark');
  };
  const followOtherTab = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) follow();
  };
  // The first script sets the class, but not the colour of the browser's own interface.
  follow();
  system.addEventListener('change', follow);
  window.addEventListener('storage', followOtherTab);
  return () => {
    system.removeEventListener('change', follow);
    window.removeEventListener('storage', followOtherTab);
  };
}
