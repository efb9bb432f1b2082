import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import type { ManagedPerson } from '../contract/people.ts';

const look =
  'font-semibold text-bad underline decoration-bad/40 underline-offset-4 hover:decoration-bad';

function numbered(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;
}

/** Open decisions about a person's texts, each with a link; renders nothing without any. */
export function TextsInQuestion({ person }: { readonly person: ManagedPerson }) {
  const { id, name, reports, waiting } = person;
  const reported = { show: 'reported', person: id };
  const waits = { show: 'waiting', person: id };
  const all = [
    {
      count: reports.blog,
      label: numbered(reports.blog, 'report of a blog', 'reports of blogs'),
      to: paths.managedBlogs.to(reported),
    },
    {
      count: reports.comment,
      label: numbered(reports.comment, 'report of a comment', 'reports of comments'),
      to: paths.managedComments.to(reported),
    },
    {
      count: waiting.blog,
      label: numbered(waiting.blog, 'blog waits', 'blogs wait'),
      to: paths.managedBlogs.to(waits),
    },
    {
      count: waiting.comment,
      label: numbered(waiting.comment, 'comment waits', 'comments wait'),
      to: paths.managedComments.to(waits),
    },
  ];
  return all
    .filter(({ count }) => count > 0)
    .map(({ label, to }) => (
      <li key={label}>
        <Link to={to} className={look}>
          <span className="sr-only">{name}: </span>
          {label}
        </Link>
      </li>
    ));
}
