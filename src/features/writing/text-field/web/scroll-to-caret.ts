/** Characters of half a book: a plain field of that length is not measured, but scrolls by itself. */
export const hugeText = 250_000;

/**
 * Scrolls the page so that the caret of a text area is seen, which browsers do for what is typed only. A copy of the text
 * up to the caret is laid out in the area's place for that, so it costs what the area itself costs to lay out.
 */
export function scrollToCaret(area: HTMLTextAreaElement): void {
  // To ask anything of its height lays it out.
  if (area.textLength > hugeText) return;
  if (area.hidden || area.scrollHeight > area.clientHeight + 1) return;
  const mirror = document.createElement('div');
  const caret = document.createElement('span');
  caret.textContent = '\u200b';
  mirror.className = `${area.className} writing-mirror`;
  mirror.dir = area.dir;
  mirror.ariaHidden = 'true';
  mirror.style.left = `${area.offsetLeft}px`;
  mirror.style.top = `${area.offsetTop}px`;
  mirror.style.width = `${area.offsetWidth}px`;
  mirror.append(area.value.slice(0, area.selectionEnd), caret);
  area.after(mirror);
  caret.scrollIntoView({ block: 'nearest' });
  mirror.remove();
}
