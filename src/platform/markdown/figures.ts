import type { Element, ElementContent } from 'hast';
import { type OwnPicture, ownPictureOf, srcSetOf } from '../text/own-picture.ts';
import { type PictureSize, readPictureSize } from '../text/picture-size.ts';

/** How wide pages show a picture; on a phone it is as wide as the window. */
const beyondLines = '(min-width: 113rem) 67.5rem, (min-width: 64rem) 40rem, 100vw';
const widths: Readonly<Record<PictureSize | 'line' | 'gallery', string>> = {
  line: '(min-width: 40rem) 38rem, 100vw',
  wide: beyondLines,
  full: beyondLines,
  gallery: '(min-width: 40rem) 20rem, 50vw',
};
/** Of a picture that is higher than it is wide, and might be higher than the window. */
const portraitFrom = 1.15;
/** Pictures that stand beside each other; more in one paragraph are no gallery. */
const galleryMax = 9;
/** So much may the forms of two pictures differ and be the same to the eye. */
const sameForm = 0.02;

function element(tagName: string, properties: Element['properties'], children: ElementContent[]) {
  return { type: 'element', tagName, properties, children } satisfies Element;
}

/**
 * A picture for a text: uploaded ones in several sizes and formats, with their space reserved; `sources` are the addresses that
 * these take.
 */
export function picture(image: Element): { readonly shown: Element; readonly sources: string } {
  const { address, size } = readPictureSize(String(image.properties.src));
  const own = ownPictureOf(address);
  // Until it is known what it stands in.
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

/** The image of an element that is one, or holds one in several formats. */
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

/** One picture with its title as the caption. */
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

/** Height by width; undefined where the text doesn't know. */
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
 * A picture that stands alone, with its title as the caption, in the size that its address asks for; or those of a paragraph of
 * nothing but pictures, beside each other. Every other paragraph stays as it is.
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
