import { Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { flipTheme, followTheme } from './theme.ts';

/**
 * The name of the other theme. CSS chooses by the root's class: the server doesn't know the theme, and the first paint
 * is right without a script.
 */
function ThemeName() {
  return (
    <>
      <span className="dark:hidden">Dark</span>
      <span className="hidden dark:inline">Light</span>
      <span className="sr-only"> theme</span>
    </>
  );
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function ThemeIcon() {
  return (
    <>
      <Moon {...icon} className="dark:hidden" />
      <Sun {...icon} className="hidden dark:block" />
    </>
  );
}

/** The theme control of the navigation. */
export function ThemeControl() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  return (
    <button
      type="button"
      onClick={flipTheme}
      className="noscript:hidden inline-flex min-h-target cursor-pointer items-center gap-2 text-sm text-soft hover:text-accent"
    >
      <ThemeIcon />
      <span>
        <ThemeName />
      </span>
    </button>
  );
}

/**
 * The toggle at the right edge of every page, like a bookmark's tab: half-way down on wide windows, at the bottom on
 * small ones. It is no wider than the page's gutter, so it never covers text or controls.
 */
export function ThemeToggle() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  useEffect(followTheme, []);
  return (
    <button type="button" onClick={flipTheme} className="theme-toggle noscript:hidden no-print">
      <ThemeIcon />
      <span className="theme-toggle-name">
        <ThemeName />
      </span>
    </button>
  );
}
