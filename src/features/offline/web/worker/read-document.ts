import { stemOf } from '../pictures.ts';

/** What a page says of itself: whose it is, and what it is shown with. */
export interface ReadDocument {
  /** Null where nobody is signed in. */
  readonly viewerId: string | null;
  /** Whether everybody may read whole blogs. */
  readonly isPublic: boolean;
  /** Of the blog that can be read on it; undefined where there is none. */
  readonly blogTitle: string | undefined;
  /** Paths of scripts, styles and fonts, and of pictures that lie on the site. */
  readonly files: readonly string[];
  readonly pictures: readonly string[];
}

type Answered = readonly [readonly unknown[], unknown];

/** What of `PageState` is read here (src/app/rendering/page-state.ts). */
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

/** The values of attributes, among other things that stand between quotation marks. */
const quoted = (html: string) => html.split('"').filter((value) => value.startsWith('/'));

/** A picture as it is kept, wide enough for most windows. */
const widthWanted = 800;

/** Of the forms that a `srcset` offers, the one to keep; the address itself where it is only one. */
function formToKeep(srcSet: string): string {
  const forms = srcSet.split(', ').map((form) => {
    const [path = '', width = '0w'] = form.split(' ');
    return { path, width: Number.parseInt(width, 10) };
  });
  const wide = forms.find(({ width }) => width >= widthWanted) ?? forms.at(-1);
  return wide?.path ?? '';
}

/** The first form of each picture: pages offer the lightest format first. */
function picturesIn(html: string): readonly string[] {
  const byStem = new Map<string, string>();
  for (const value of quoted(html)) {
    if (!value.startsWith('/images/')) continue;
    const path = formToKeep(value);
    if (!byStem.has(stemOf(path))) byStem.set(stemOf(path), path);
  }
  return [...byStem.values()];
}

/** Reads a document of the site; undefined for what is none. */
export function readDocument(html: string): ReadDocument | undefined {
  const state = readState(html);
  if (!state) return undefined;
  const viewer = replyTo(state.personal, 'viewer') as { readonly id: string } | null | undefined;
  if (viewer === undefined) return undefined;
  const blog = replyTo(state.queries, 'blogs', 'one') as { readonly title: string } | undefined;
  // Other blogs stand below the one that is read, as articles of their own.
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
