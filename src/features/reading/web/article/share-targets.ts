/** A place to share a page at: its name, and the address that opens its form with the page filled in. */
export interface ShareTarget {
  readonly name: string;
  readonly href: string;
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  return `${address}?${new URLSearchParams(values)}`;
}

/** Where a blog can be shared; `url` is the page's full address. */
export function shareTargetsOf(title: string, url: string): readonly ShareTarget[] {
  return [
    { name: 'Facebook', href: withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    { name: 'Twitter', href: withQuery('https://twitter.com/intent/tweet', { url, text: title }) },
    { name: 'WhatsApp', href: withQuery('https://wa.me/', { text: `${title} ${url}` }) },
    { name: 'Telegram', href: withQuery('https://t.me/share/url', { url, text: title }) },
  ];
}
