import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { BlogSummary } from '../../../../blog/contract.ts';
import { paths } from '../../../../paths.ts';
import { LoadingIndicator } from '../../../../platform/web/ui/waiting.tsx';
import { latestBlogsQuery } from './list-queries.ts';
import { moveTitles } from './move-titles.ts';

interface TitlesProps {
  readonly blogs: readonly BlogSummary[];
  /** The second copy, which closes the loop; hidden from assistive technology. */
  readonly isCopy?: boolean;
}

function Titles({ blogs, isCopy = false }: TitlesProps) {
  return (
    <ul className="ticker-titles" inert={isCopy} aria-hidden={isCopy || undefined}>
      {blogs.map((blog) => (
        <li key={blog._id} className="ticker-title">
          <Link
            viewTransition
            to={paths.blog.to(blog._id)}
            className="inline-flex min-h-10 pointer-coarse:min-h-11 items-center -outline-offset-2 hover:text-accent"
          >
            {blog.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface LatestTickerProps {
  /** True while the visitor has paused the page's moving parts. */
  readonly isPaused: boolean;
  readonly onPausedChange: (isPaused: boolean) => void;
}

interface MovingTitlesProps extends LatestTickerProps {
  readonly blogs: readonly BlogSummary[];
}

function MovingTitles({ blogs, isPaused, onPausedChange }: MovingTitlesProps) {
  const belt = useRef<HTMLDivElement>(null);
  useEffect(() => (belt.current ? moveTitles(belt.current) : undefined), []);
  if (blogs.length === 0) return <span className="text-faint">No posts yet.</span>;
  return (
    <>
      <div className="ticker-window">
        <div ref={belt} className="ticker-belt" data-paused={isPaused || undefined}>
          <Titles blogs={blogs} />
          <Titles blogs={blogs} isCopy />
        </div>
      </div>
      <button
        type="button"
        onClick={() => onPausedChange(!isPaused)}
        className="ticker-pause noscript:hidden min-h-10 pointer-coarse:min-h-11 cursor-pointer text-sm text-faint hover:text-accent"
      >
        {isPaused ? 'Play' : 'Pause'}
        <span className="sr-only"> what moves on this page</span>
      </button>
    </>
  );
}

/**
 * The titles of the latest blogs, moving along under 'Latest:'. They stop under the pointer, on keyboard focus and by
 * the Pause button, and don't move for visitors who prefer reduced motion.
 */
export function LatestTicker(props: LatestTickerProps) {
  const { data: blogs, error } = useQuery(latestBlogsQuery());

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: section 8 of the specification requires this failure to be logged to the console.
    if (error) console.error('Error fetching latest blogs:', error);
  }, [error]);

  return (
    <section
      aria-label="Latest blogs"
      className="no-print mb-6 flex min-h-11 items-center gap-4 border-b border-b-rule text-sm lg:border-t-2 lg:border-t-ink"
    >
      <strong className="shrink-0 font-semibold text-ink">Latest:</strong>
      {blogs ? <MovingTitles blogs={blogs} {...props} /> : <LoadingIndicator />}
    </section>
  );
}
