import { longDateOf } from './long-date.ts';

interface BlogDateProps {
  /** ISO 8601; null where nobody knows. */
  readonly createdAt: string | null;
}

/** When a blog was published, in long format. */
export function BlogDate({ createdAt }: BlogDateProps) {
  const date = longDateOf(createdAt);
  if (createdAt === null || date === null) return <span>Unknown Date</span>;
  return <time dateTime={createdAt}>{date}</time>;
}
