import { stemOf } from '../pictures.ts';

/** The parts of a page that the worker reads: its viewer, and the files it needs. */
export interface ReadDocument {
  /** Null for a visitor. */
  readonly viewerId: string | null;
  /** Whether visitors may read full blogs. */
  readonly isPublic: boolean;
  /** The title of the page's blog; undefined for other pages. */
  readonly blogTitle: string | undefined;
  /** Paths of scripts, styles and fonts, and of pictures on the site. */
  readonly files: readonly string[];
  readonly pictures: readonly string[];
}

type Answered = readonly [readonly unknown[], unknown];

/** The fields of `PageState` that are read here (src/app/rendering/page-state.ts). */
interface WrittenState {
  readonly settings?: { readonly reading?: string };
  readonly queries?: readonly Answered[];
  readonly personal?: readonly Answered[];
}

const stateTag = '<script type="application/json" id="state">';

function between(text: string, start: string, ends: readonly string[]): string {
  const from = text.indexOf(start);
  if (from < 0) return '';
  const found = ends.map((end) => text.indexOf(end, from + start.length)).filter((at) => at >= 0);
  return text.slice(from + start.length, found.length > 0 ? Math.min(...found) : undefined);
}

function readState(html: string): WrittenState | undefined {
  try {
    return JSON.parse(between(html, stateTag, ['</script>'])) as WrittenState;
  } catch {
    return undefined;
  }
}

function replyTo(answered: readonly Answered[] = [], ...begin: readonly string[]): unknown {
  return answered.find(([key]) => begin.every((part, index) => key[index] === part))?.[1];
}

/** The values of attributes, among other quoted strings. */
const quoted = (html: string) => html.split('"').filter((value) => value.startsWith('/'));

/** The width of the variant to store, wide enough for most windows. */
const widthWanted = 800;

/** The variant of a `srcset` to store; for a single address, that address. */
function formToKeep(srcSet: string): string {
  const forms = srcSet.split(', ').map((form) => {
    const [path = '', width = '0w'] = form.split(' ');
    return { path, width: Number.parseInt(width, 10) };
  });
  const wide = forms.find(({ width }) => width >= widthWanted) ?? forms.at(-1);
  return wide?.path ?? '';
}

/** The first variant of each picture: pages list the smallest format first. */
function picturesIn(html: string): readonly string[] {
  const byStem = new Map<string, string>();
  for (const value of quoted(html)) {
    if (!value.startsWith('/images/')) continue;
    const path = formToKeep(value);
    if (!byStem.has(stemOf(path))) byStem.set(stemOf(path), path);
  }
  return [...byStem.values()];
}

/** Reads a document of the site; undefined for other documents. */
export function readDocument(html: string): ReadDocument | undefined {
  const state = readState(html);
  if (!state) return undefined;
  const viewer = replyTo(state.personal, 'viewer') as { readonly id: string } | null | undefined;
  if (viewer === undefined) return undefined;
  const blog = replyTo(state.queries, 'blogs', 'one') as { readonly title: string } | undefined;
  // Related blogs follow the main one, as articles of their own.
  const shown = blog
    ? between(html, '<article', ['<article', '</article>'])
    : between(html, '<main', ['</main>']);
  const head = between(html, '<head>', ['</head>']);
  return {
    viewerId: viewer?.id ?? null,
    isPublic: state.settings?.reading === 'public',
    blogTitle: blog?.title,
    files: quoted(head)
      .filter((value) => value.startsWith('/assets/') || value.startsWith('/site/accent/'))
      .flatMap((value) => value.split(' ')),
    pictures: picturesIn(shown),
  };
}
