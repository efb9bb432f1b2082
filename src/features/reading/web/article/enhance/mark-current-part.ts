/** A section becomes the current one when its heading passes this line of the window. */
const lineFromBottom = '-70%';

/** Marks the current section in the table of contents. */
export function markCurrentPart(text: HTMLElement, signal: AbortSignal): void {
  const list = text.querySelector<HTMLElement>('.text-contents');
  if (!list) return;
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of list.querySelectorAll('a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  const passed = new Set<Element>();

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) passed.add(target);
        else passed.delete(target);
      }
      const current = [...links.keys()].findLast((heading) => passed.has(heading));
      for (const [heading, link] of links) {
        if (heading !== current) link.removeAttribute('aria-current');
        else if (!link.hasAttribute('aria-current')) show(list, link);
      }
    },
    // Everything above the line, so that a heading that was jumped over counts as passed.
    { rootMargin: `1000000px 0px ${lineFromBottom}` },
  );
  for (const heading of links.keys()) observer.observe(heading);
  signal.addEventListener('abort', () => observer.disconnect());
}

function show(list: HTMLElement, link: HTMLAnchorElement): void {
  link.setAttribute('aria-current', 'true');
  // Scrolls only the list, never the page.
  if (list.scrollHeight > list.clientHeight) {
    const { top, height } = link.getBoundingClientRect();
    list.scrollTop += top - list.getBoundingClientRect().top - (list.clientHeight - height) / 2;
  }
}
