import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { shortcutsOff } from './shortcuts-off.ts';

/** Selector of the items in a page's list; see `data-item` in the components. */
const itemLinks = 'main a[data-item]';

function isAbove(element: Element): boolean {
  return element.getBoundingClientRect().bottom < 0;
}

/**
 * The link of the list's next (1) or previous (-1) item, seen from the focused one; without focus in the list, the first
 * item in the viewport. Undefined where there is none.
 */
function neighbouringItem(step: 1 | -1): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(itemLinks)];
  const focused = document.activeElement;
  const own = focused?.closest('main article, main li, main tr');
  const current = links.findIndex((link) => link === focused || own?.contains(link) === true);
  if (current >= 0) return links[current + step];
  return step === 1 ? links.find((link) => !isAbove(link)) : links.findLast(isAbove);
}

/** The next new comment after the focused one, or after the top of the window; any comment where none is new. */
function nextComment(): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('main [data-comment]')];
  const unseen = all.filter(({ dataset }) => dataset.comment === 'new');
  const wanted = unseen.length > 0 ? unseen : all;
  const current = document.activeElement?.closest('[data-comment]');
  const isBehind = (comment: HTMLElement) =>
    current
      ? (current.compareDocumentPosition(comment) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      : !isAbove(comment);
  // Wraps around after the last one.
  return wanted.find(isBehind) ?? wanted[0];
}

/** The save button of the focused list item, or of the current blog; see `data-save`. */
function saveButton(): HTMLElement | null {
  const item = document.activeElement?.closest('main article, main li');
  const button = item?.querySelector<HTMLElement>('[data-save]');
  return button ?? document.querySelector<HTMLElement>('main .article-page [data-save]');
}

/** Elements in which keys type text or control the element. */
const keysBelongHere =
  'input, textarea, select, [contenteditable], [role=textbox], [role=menu], [role=listbox]';

function isFree(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
  // Inside a field's shadow root.
  const [target] = event.composedPath();
  if (target instanceof Element && target.closest(keysBelongHere)) return false;
  return document.querySelector('dialog[open], [popover=auto]:popover-open') === null;
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.select();
  field?.focus();
  return field !== null;
}

function reveal(element: HTMLElement | undefined, block: ScrollLogicalPosition): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const item = element.closest('article, li, tr') ?? element;
  item.scrollIntoView({ block, behavior: isStill ? 'auto' : 'smooth' });
}

/**
 * `/` for search, `j` and `k` for items of a list, `n` for the next comment, `s` to save one, `?` for help; unless the
 * visitor is typing or has switched shortcuts off. Placed after `NavigationFocus`, whose heading would take the focus
 * from the search field.
 */
export function Shortcuts({ onHelp }: { readonly onHelp: () => void }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wantsSearch = useRef(false);

  const search = () => {
    if (focusSearch()) return;
    wantsSearch.current = true;
    void navigate(paths.allBlogs.to());
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const actions: Readonly<Record<string, () => void>> = {
      '/': search,
      j: () => reveal(neighbouringItem(1), 'nearest'),
      k: () => reveal(neighbouringItem(-1), 'nearest'),
      n: () => reveal(nextComment(), 'center'),
      s: () => saveButton()?.click(),
      '?': onHelp,
    };
    const action = actions[event.key];
    if (!action || !isFree(event) || shortcutsOff.read()) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  useEffect(() => {
    if (!wantsSearch.current || pathname !== paths.allBlogs.to()) return;
    wantsSearch.current = false;
    focusSearch();
  }, [pathname]);

  return null;
}
