import { themeKey } from './first-script.ts';

const root = () => document.documentElement;

function show(isDark: boolean): void {
  root().classList.toggle('dark', isDark);
  const { backgroundColor } = getComputedStyle(root());
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = backgroundColor;
  }
}

/** The stored choice; undefined where there is none or the browser keeps nothing. */
function storedTheme(): 'dark' | 'light' | undefined {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === 'dark' || stored === 'light' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Turns dark into light and light into dark, and remembers it. */
export function flipTheme(): void {
  const isDark = !root().classList.contains('dark');
  show(isDark);
  try {
    localStorage.setItem(themeKey, isDark ? 'dark' : 'light');
  } catch {
    // A browser that keeps nothing still changes its colours until the next page load.
  }
}

/** Follows the choice made in another tab, and the system's while nothing is chosen. Returns how to stop. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const stored = storedTheme();
    show(stored === undefined ? system.matches : stored === 'dark');
  };
  const followOtherTab = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) follow();
  };
  // The first script has set the class, but not the colour of the browser's own edges.
  follow();
  system.addEventListener('change', follow);
  window.addEventListener('storage', followOtherTab);
  return () => {
    system.removeEventListener('change', follow);
    window.removeEventListener('storage', followOtherTab);
  };
}
