import type { Element, ElementContent } from 'hast';
import { type OwnPicture, ownPictureOf, srcSetOf } from '../text/own-picture.ts';
import { type PictureSize, readPictureSize } from '../text/picture-size.ts';

/**
 * Display widths of pictures, as `blog-article.css` sets them; on phones the full width of the window. Beside the side
 * column wide and full pictures are narrower than below it, which only the browser knows: the width below it is given.
 */
const widths: Readonly<Record<PictureSize | 'line' | 'gallery', string>> = {
  line: '(min-width: 40rem) 38rem, 100vw',
  wide: '(min-width: 80rem) 67.5rem, (min-width: 64rem) 38rem, (min-width: 55rem) 50rem, 100vw',
  full: '(min-width: 80rem) 100vw, (min-width: 64rem) 38rem, 100vw',
  gallery: '(min-width: 40rem) 20rem, 50vw',
};
/** Minimum ratio of height to width of a portrait picture, which might be higher than the window. */
const portraitFrom = 1.15;
/** Maximum pictures of a gallery; more in one paragraph aren't shown as a gallery. */
const galleryMax = 9;
/** Aspect ratios that differ by less than this count as equal. */
const sameForm = 0.02;

function element(tagName: string, properties: Element['properties'], children: ElementContent[]) {
  return { type: 'element', tagName, properties, children } satisfies Element;
}

/**
 * A picture in a text: uploaded ones in several sizes and formats, with their space reserved. `sources` are the
 * addresses of these.
 */
export function picture(image: Element): { readonly shown: Element; readonly sources: string } {
  const { address, size } = readPictureSize(String(image.properties.src));
  const own = ownPictureOf(address);
  // Kept until the picture's container is known.
  const sized = { ...image.properties, src: address, ...(size && { dataSize: size }) };
  if (!own) return { shown: { ...image, properties: sized }, sources: '' };
  const { width, height } = own;
  const isPortrait = height > width * portraitFrom;
  const properties = { ...sized, width, height, ...(isPortrait && { className: ['portrait'] }) };
  const sources = (['avif', 'webp'] as const).map((format) => {
    const srcSet = srcSetOf(own, format);
    return element('source', { type: `image/${format}`, srcSet, sizes: widths.line }, []);
  });
  return {
    shown: element('picture', {}, [...sources, { ...image, properties }]),
    sources: sources.map(({ properties: { srcSet } }) => srcSet).join(),
  };
}

/** The `img` of an element: the element itself, or inside a `picture`. */
function imageOf(node: ElementContent): Element | undefined {
  if (node.type !== 'element') return undefined;
  if (node.tagName === 'img') return node;
  const last = node.tagName === 'picture' ? node.children.at(-1) : undefined;
  return last?.type === 'element' ? last : undefined;
}

const isBlank = (node: ElementContent) =>
  node.type === 'text'
    ? node.value.trim() === ''
    : node.type === 'element' && node.tagName === 'br';

/** A single picture with its title as caption. */
function figureOf(shown: Element, place: keyof typeof widths, className: string[]): Element {
  const image = imageOf(shown);
  if (!image) return shown;
  const { title, dataSize, ...properties } = image.properties;
  const plain = { ...image, properties };
  const others = shown.children.slice(0, -1).map((source) => {
    if (source.type === 'element') source.properties.sizes = widths[place];
    return source;
  });
  const whole = shown === image ? plain : { ...shown, children: [...others, plain] };
  const words = element('figcaption', {}, [{ type: 'text', value: String(title) }]);
  return element('figure', className.length > 0 ? { className } : {}, [
    whole,
    ...(title ? [words] : []),
  ]);
}

/** Ratio of height to width; undefined if unknown. */
function formOf({ properties: { src } }: Element): number | undefined {
  const own: OwnPicture | undefined = ownPictureOf(String(src));
  return own && own.height / own.width;
}

function areAlike(images: readonly Element[]): boolean {
  const forms = images.map(formOf);
  const first = forms[0];
  return forms.every(
    (form) => form !== undefined && first !== undefined && Math.abs(form / first - 1) < sameForm,
  );
}

/**
 * Makes a figure of a paragraph with a single picture, captioned by its title and in the size of its address, or a
 * gallery of a paragraph with several pictures only. Any other paragraph stays unchanged.
 */
export function framed(paragraph: Element): Element {
  const parts = paragraph.children.filter((child) => !isBlank(child));
  const images = parts.map(imageOf).filter((image) => image !== undefined);
  const [first] = images;
  if (!first || images.length < parts.length || images.length > galleryMax) return paragraph;
  if (images.length === 1) {
    const size = first.properties.dataSize as PictureSize | undefined;
    return figureOf(parts[0] as Element, size ?? 'line', size ? [size] : []);
  }
  const className = ['gallery', ...(areAlike(images) ? [] : ['squared'])];
  const figures = parts.map((shown) => figureOf(shown as Element, 'gallery', []));
  return element('figure', { className }, figures);
}
