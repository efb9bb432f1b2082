import type { Author, BlogSummary } from '../../blog/contract.ts';
import { nameIn, type OwnLook, siteIntro } from '../../platform/site/own-settings.ts';
import type { SharedPage } from '../../platform/site/shared-page.ts';

/**
 * The content of each page's preview picture, made of public data only. The page's head and the server both derive it
 * from here.
 */

type SharedBlog = Pick<BlogSummary, '_id' | 'title' | 'imageUrl' | 'author'>;

export function sharedBlog({ _id, title, imageUrl, author }: SharedBlog): SharedPage {
  const byline = author ? `By ${author.name}` : '';
  return { kind: 'blog', id: _id, title, byline, cover: imageUrl };
}

type SharedAuthor = Pick<Author, 'name' | 'photo' | 'bio'> & { readonly _id: string };

export function sharedAuthor({ _id, name, photo, bio }: SharedAuthor): SharedPage {
  return { kind: 'author', id: _id, title: name, byline: bio ?? '', cover: photo ?? undefined };
}

export function sharedHome(own: OwnLook | undefined): SharedPage {
  const byline = own?.intro || siteIntro;
  return { kind: 'home', id: '', title: nameIn(own), byline, cover: undefined };
}
