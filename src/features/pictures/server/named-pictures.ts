import { ownPictureFolder, readPictureName } from '../../../platform/text/own-picture.ts';

/** Characters of the longest name. */
const nameMax = 49;

/** The names of all pictures whose addresses occur in a text, in one pass. */
export function namedPictures(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (
    let at = text.indexOf(ownPictureFolder);
    at >= 0;
    at = text.indexOf(ownPictureFolder, at + ownPictureFolder.length)
  ) {
    const from = at + ownPictureFolder.length;
    const [name = ''] = text.slice(from, from + nameMax).split('.', 1);
    if (readPictureName(name)) names.add(name);
  }
  return names;
}
