import { plainParagraphs } from '../../../../../platform/markdown/plain-paragraphs.ts';
import { escapeHtml } from '../../../../../platform/text/escape.ts';
import { isoOf } from '../../../../../platform/text/iso-of.ts';
import { ownPictureOf } from '../../../../../platform/text/own-picture.ts';
import { isForeignUrl, isWebUrl } from '../../../../../platform/text/web-url.ts';
import type { ZipEntry } from '../write-zip.ts';
import { localAddress, localHtml, pageOf } from './local-html.ts';
import type { SiteExportParts } from './parts.ts';
import {
  allBlogs,
  commentsOn,
  type ListedBlog,
  listedBlogs,
  type SiteBlog,
  type SiteComment,
} from './read-site.ts';

/** Blogs on one page of the list. */
const listedPerPage = 100;

const style = `:root { color-scheme: light dark }
body { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; font: 1.125rem/1.65 Georgia, serif }
h1, h2, h3 { line-height: 1.2; text-wrap: balance }
header p, footer, time { font-size: .9rem; opacity: .75 }
img { max-width: 100%; height: auto }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8884; font-size: .875rem }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #8884; padding: .25rem .6rem; text-align: start }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 2px solid #8888 }
a { color: inherit }
.comments p, .comments li { white-space: pre-line }
.list { list-style: none; padding: 0 }
`;

function page(title: string, body: string, root: '' | '../'): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}style.css">
${body}
`;
}

function timeOf(at: number): string {
  const iso = isoOf(at);
  return `<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

/** The cover, unless it is a category's artwork, which belongs to the site. */
function coverOf({ image_url, image_alt }: SiteBlog, siteUrl: string): string {
  const isElsewhere = isWebUrl(image_url) && isForeignUrl(image_url);
  if (!isElsewhere && !ownPictureOf(image_url)) return '';
  const address = escapeHtml(localAddress(image_url, siteUrl));
  return `<img src="${address}" alt="${escapeHtml(image_alt)}">`;
}

function commentItem(
  { id, name, text, created_at, reply_to, answered_id }: SiteComment,
  commentHtml: SiteExportParts['commentHtml'],
): string {
  const answered = answered_id ?? reply_to;
  const reply = answered === null ? '' : ` · <a href="#${answered}">in reply</a>`;
  return `<li id="${id}"><b>${escapeHtml(name)}</b> ${timeOf(created_at)}${reply}${commentHtml(text)}</li>`;
}

async function* blogPage(parts: SiteExportParts, blog: SiteBlog): AsyncGenerator<string> {
  const { storage, siteUrl, commentHtml } = parts;
  const html = blog.html || plainParagraphs(blog.long_description);
  const by = blog.author_name === null ? '' : `${escapeHtml(blog.author_name)} · `;
  yield page(
    blog.title,
    `<p><a href="../index.html">All blogs</a></p>
<article>
<header>
<h1>${escapeHtml(blog.title)}</h1>
<p>${by}${timeOf(blog.created_at)} · ${escapeHtml(blog.category)}</p>
<p>${escapeHtml(blog.short_description)}</p>
${blog.tags === '' ? '' : `<p>Tags: ${escapeHtml(blog.tags)}</p>`}
${coverOf(blog, siteUrl)}
</header>
${localHtml(html, siteUrl)}
</article>`,
    '../',
  );
  let before = '<section class="comments">\n<h2>Comments</h2>\n<ol>\n';
  let after = '';
  for await (const comment of commentsOn(storage, blog.id)) {
    yield `${before}${commentItem(comment, commentHtml)}\n`;
    before = '';
    after = '</ol>\n</section>\n';
  }
  yield after;
}

function listItem({ id, title, short_description, author_name, created_at }: ListedBlog): string {
  const by = author_name === null ? '' : `${escapeHtml(author_name)} · `;
  return `<li><h2><a href="blogs/${pageOf(id)}">${escapeHtml(title)}</a></h2>
<p>${escapeHtml(short_description)}<br><small>${by}${timeOf(created_at)}</small></p></li>`;
}

const listName = (number: number) => (number === 1 ? 'index.html' : `index-${number}.html`);

function listPage(title: string, number: number, items: readonly string[], isLast: boolean) {
  const newer = number > 1 ? `<a href="${listName(number - 1)}">Newer</a>` : '';
  const older = isLast ? '' : `<a href="${listName(number + 1)}">Older</a>`;
  const body = `<h1>${escapeHtml(title)}</h1>\n<ul class="list">\n${items.join('\n')}\n</ul>\n<nav>${newer} ${older}</nav>`;
  return {
    name: listName(number),
    content: Buffer.from(page(title, body, '')),
    modifiedAt: Date.now(),
  };
}

async function* listPages(parts: SiteExportParts): AsyncGenerator<ZipEntry> {
  const title = await parts.siteName();
  let items: string[] = [];
  let number = 1;
  for await (const blog of listedBlogs(parts.storage)) {
    if (items.length === listedPerPage) {
      yield listPage(title, number, items, false);
      number += 1;
      items = [];
    }
    items.push(listItem(blog));
  }
  yield listPage(title, number, items, true);
}

/** The site as offline pages: a list, a page for each blog with its comments, pictures. */
export async function* htmlFiles(parts: SiteExportParts): AsyncGenerator<ZipEntry> {
  yield { name: 'style.css', content: Buffer.from(style), modifiedAt: Date.now() };
  yield* listPages(parts);
  const filesIn = parts.pictureFiles();
  for await (const blog of allBlogs(parts.storage)) {
    const modifiedAt = blog.updated_at;
    yield { name: `blogs/${pageOf(blog.id)}`, content: blogPage(parts, blog), modifiedAt };
    for await (const picture of filesIn(`${blog.image_url} ${blog.long_description}`)) {
      yield { ...picture, modifiedAt };
    }
  }
}
