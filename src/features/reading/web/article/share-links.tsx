import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../../platform/web/ui/button.tsx';

/** A service to share a page on: its name, and the address of its form with the page filled in. */
export interface ShareTarget {
  readonly name: string;
  readonly href: string;
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  return `${address}?${new URLSearchParams(values)}`;
}

/** The services for a blog; `url` is the page's full address. */
export function shareTargetsOf(title: string, url: string): readonly ShareTarget[] {
  return [
    { name: 'Facebook', href: withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }) },
    { name: 'Twitter', href: withQuery('https://twitter.com/intent/tweet', { url, text: title }) },
    { name: 'WhatsApp', href: withQuery('https://wa.me/', { text: `${title} ${url}` }) },
    { name: 'Telegram', href: withQuery('https://t.me/share/url', { url, text: title }) },
  ];
}

const never = () => () => {};

/** Whether the browser supports a feature; the server renders as if it doesn't. */
function useHas(has: () => boolean): boolean {
  return useSyncExternalStore(never, has, () => false);
}

interface ShareLinksProps {
  readonly title: string;
  /** The page's full address. */
  readonly url: string;
  /** A control to save the blog. */
  readonly keeper?: ReactNode;
}

function CopyLink({ url }: Pick<ShareLinksProps, 'url'>) {
  const [result, setResult] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setResult('Link copied');
    } catch {
      setResult('The link could not be copied');
    }
  }
  return (
    <>
      <Button look="plain" size="small" onClick={() => void copy()}>
        Copy link
      </Button>
      <span role="status" className="text-sm text-faint empty:-ml-5">
        {result}
      </span>
    </>
  );
}

/** Links to share this blog. */
export function ShareLinks({ title, url, keeper }: ShareLinksProps) {
  const canCopy = useHas(() => 'clipboard' in navigator);
  const canShare = useHas(() => 'share' in navigator);

  async function share() {
    try {
      await navigator.share({ title, url });
    } catch {
      // The visitor closed the sheet: nothing to report.
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 print:hidden">
      <span className="text-sm text-faint">Share</span>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {shareTargetsOf(title, url).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-target items-center text-sm font-semibold text-ink underline decoration-rule-strong underline-offset-[0.3em] hover:text-accent hover:decoration-accent"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {canShare && (
        <Button look="plain" size="small" onClick={() => void share()}>
          Share…
        </Button>
      )}
      {canCopy && <CopyLink url={url} />}
      {keeper && <div className="ml-auto">{keeper}</div>}
    </div>
  );
}
