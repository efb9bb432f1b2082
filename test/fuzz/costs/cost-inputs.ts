import { allPaths, cachedAddresses, endpoints } from '../../../src/app/registry.ts';
import { allowsChange } from '../../../src/blog/entity-tag.ts';
import { decodeCursor } from '../../../src/blog/server/blogs-page.ts';
import {
  isOneErrorApart,
  searchTermsOf,
  spellingsOf,
  wordsOf,
} from '../../../src/blog/server/title-words.ts';
import { commentMax } from '../../../src/features/comments/contract.ts';
import { readInlines } from '../../../src/features/comments/markdown/comment-inlines.ts';
import { readCommentMarkdown } from '../../../src/features/comments/markdown/comment-markdown.ts';
import { commentHtml } from '../../../src/features/comments/server/comment-html.ts';
import { namedPictures } from '../../../src/features/pictures/server/named-pictures.ts';
import { reasonAgainstFile } from '../../../src/features/pictures/server/picture-kind.ts';
import { pictureFileOf } from '../../../src/features/pictures/server/serve-pictures.ts';
import { bestSentence } from '../../../src/features/search/server/best-sentence.ts';
import { misspellingsOf } from '../../../src/features/search/server/near-words.ts';
import { parseQuery } from '../../../src/features/search/server/parse-query.ts';
import { fragmentOf } from '../../../src/features/search/server/text-fragment.ts';
import { containsPattern } from '../../../src/features/search/server/title-search.ts';
import {
  categoryNamed,
  mapCategory,
} from '../../../src/features/transfer/server/import/map-category.ts';
import { parseDate } from '../../../src/features/transfer/server/import/parse-date.ts';
import {
  beginsWithFrontMatter,
  readFrontMatter,
} from '../../../src/features/transfer/server/import/read-front-matter.ts';
import { assertOwnEmail } from '../../../src/identity/guards.ts';
import { normalEmail } from '../../../src/identity/person.ts';
import { readCookie } from '../../../src/identity/session/cookies.ts';
import { describeBrowser } from '../../../src/identity/session/describe-browser.ts';
import { safeReturnPath } from '../../../src/identity/session/return-path.ts';
import { isSecretToken } from '../../../src/identity/session/secret-token.ts';
import { bearerOf, isPersonalToken } from '../../../src/identity/tokens/token-text.ts';
import type { Endpoint } from '../../../src/platform/contract/define-endpoint.ts';
import { badRequest } from '../../../src/platform/contract/problems.ts';
import { createCanonicalPath } from '../../../src/platform/http/canonical-path.ts';
import { networkOf } from '../../../src/platform/http/ingress/network-of.ts';
import { loggedError, pathOf } from '../../../src/platform/http/log/log-options.ts';
import { negotiated, prefersProblemJson } from '../../../src/platform/http/problem-json.ts';
import { problemMessage } from '../../../src/platform/http/raw-problem.ts';
import { parseHtml } from '../../../src/platform/markdown/from-html/parse-html.ts';
import { pastedMarkdown } from '../../../src/platform/markdown/from-html/pasted-markdown.ts';
import { htmlText } from '../../../src/platform/markdown/html-text.ts';
import { codingsFor } from '../../../src/platform/page-cache/accept-encoding.ts';
import { isMatch, isUnmodified } from '../../../src/platform/page-cache/cached-page.ts';
import { createPageKeys } from '../../../src/platform/page-cache/page-key.ts';
import { partsOf } from '../../../src/platform/page-cache/slots/template-markup.ts';
import { isHexColour, oklchOfHex } from '../../../src/platform/site/colour.ts';
import { cardWordsOf } from '../../../src/platform/text/card-words.ts';
import { csvCell } from '../../../src/platform/text/csv-cell.ts';
import { escapeHtml, escapeJson } from '../../../src/platform/text/escape.ts';
import { findAddresses, hrefOf } from '../../../src/platform/text/find-addresses.ts';
import { fold } from '../../../src/platform/text/fold.ts';
import { isId } from '../../../src/platform/text/id.ts';
import {
  ownPictureFolder,
  ownPictureOf,
  readPictureName,
  smallestOf,
} from '../../../src/platform/text/own-picture.ts';
import { askedPersonWords, personWords } from '../../../src/platform/text/person-words.ts';
import { readPictureSize } from '../../../src/platform/text/picture-size.ts';
import { isBlank, lengthOf, readText, withoutTurns } from '../../../src/platform/text/read-text.ts';
import {
  beginningsOf,
  isBigramKey,
  nameWord,
  searchWordsOf,
  stemOf,
} from '../../../src/platform/text/search-words.ts';
import { cutText, shorten } from '../../../src/platform/text/shorten.ts';
import { videoOf } from '../../../src/platform/text/video-url.ts';
import {
  isForeignUrl,
  isPictureUrl,
  isWebUrl,
  shownPicture,
} from '../../../src/platform/text/web-url.ts';
import { exampleOf, type InputSchemas, inputSchemas } from '../valid-values.ts';
import type { CostInput } from './measure-cost.ts';

/** Maximum lengths, in characters, by where the text enters. */
const inHeader = 16 * 1_024;
const inUrl = 8 * 1_024;
const inBody = 512 * 1_024;
const inBlog = 1_000_000;
/** A line of an imported file: only the person who imports it waits for it. */
const inFile = 256 * 1_024;
const inTitle = 200;
/** The longest comment that is stored, with characters of two UTF-16 units each. */
const inComment = 2 * commentMax;

const canonicalPath = createCanonicalPath(allPaths);
const keyOf = createPageKeys(cachedAddresses(), canonicalPath);

const own = (name: string, max: number, run: (text: string) => unknown): CostInput => ({
  name,
  max,
  run,
});

/** Functions of `src` that take text from outside, by their exported names. */
export const functionInputs: readonly CostInput[] = [
  own('allowsChange', inHeader, (text) => allowsChange(text, '"1-a"')),
  own('wordsOf', inTitle, wordsOf),
  own('searchTermsOf', inUrl, searchTermsOf),
  own('spellingsOf', inTitle, spellingsOf),
  own('isOneErrorApart', inUrl, (text) => isOneErrorApart(text, `${text}b`)),
  own('decodeCursor', inUrl, decodeCursor),
  own('videoOf', inUrl, videoOf),
  own('cardWordsOf', inUrl, (text) => cardWordsOf(`https://a.example/${text}`, text)),
  own('containsPattern', inUrl, containsPattern),
  own('categoryNamed', inUrl, categoryNamed),
  own('mapCategory', inFile, (text) => mapCategory([text])),
  own('parseDate', inFile, parseDate),
  own('parseHtml', inFile, (text) => parseHtml(text, 'markdown')),
  own('pastedMarkdown', inFile, pastedMarkdown),
  own('beginsWithFrontMatter', inFile, beginsWithFrontMatter),
  own('readFrontMatter', inFile, readFrontMatter),
  own('readCookie', inHeader, (text) => readCookie(text, 'session')),
  own('describeBrowser', inHeader, describeBrowser),
  own('assertOwnEmail', inBody, (text) =>
    assertOwnEmail({ id: '', email: '', displayName: '', photoURL: null, role: 'member' }, text),
  ),
  own('personWords', inBody, (text) => personWords(text, text)),
  own('askedPersonWords', inUrl, askedPersonWords),
  own('normalEmail', inBody, normalEmail),
  own('safeReturnPath', inUrl, safeReturnPath),
  own('isSecretToken', inHeader, isSecretToken),
  own('isPersonalToken', inHeader, isPersonalToken),
  own('bearerOf', inHeader, (authorization) => bearerOf({ authorization })),
  own('problemMessage', inHeader, (text) => problemMessage(badRequest(), `problem+json,${text}`)),
  own('prefersProblemJson', inHeader, (text) => prefersProblemJson(`problem+json,${text}`)),
  own('negotiated', inHeader, (text) =>
    negotiated(`application/problem+json,${text}`, 404, { code: '', message: '', requestId: '' }),
  ),
  own('codingsFor', inHeader, codingsFor),
  own('isMatch', inHeader, (text) => isMatch(text, '"a"')),
  own('isUnmodified', inHeader, (text) => isUnmodified(text, 0)),
  own('createPageKeys', inUrl, keyOf),
  own('createPageKeys with a query', inUrl, (text) => keyOf(`/All-blogs?${text}`)),
  own('loggedError', inBody, (text) => loggedError(new Error(text))),
  own('pathOf', inUrl, pathOf),
  own('networkOf', inHeader, networkOf),
  own('createCanonicalPath', inUrl, canonicalPath),
  own('csvCell', inBlog, csvCell),
  own('escapeHtml', inBlog, escapeHtml),
  own('escapeJson', inBlog, escapeJson),
  own('fold', inBody, fold),
  own('htmlText', inBlog, htmlText),
  own('searchWordsOf', inBlog, (text) => searchWordsOf(text, inBlog)),
  own('stemOf', inTitle, stemOf),
  own('nameWord', inBody, (text) => nameWord('§', text)),
  own('isBigramKey', inBody, isBigramKey),
  own('beginningsOf', inBody, (text) => beginningsOf([text])),
  own('parseQuery', inUrl, parseQuery),
  own('misspellingsOf', inTitle, misspellingsOf),
  own('fragmentOf', inBlog, (text) => {
    const bounds = { start: 0, end: Math.min(text.length, 700) };
    return fragmentOf(text, bounds, bounds);
  }),
  own('bestSentence', inBlog, (text) =>
    bestSentence(text, {
      find: (key) => (key === 'a' ? 0 : undefined),
      wordsOf: (part) => searchWordsOf(part, 10_000),
    })?.show(),
  ),
  own('isHexColour', inBody, isHexColour),
  own('oklchOfHex', inBody, oklchOfHex),
  own('isId', inBody, isId),
  own('shorten', inBlog, (text) => shorten(text, 150)),
  own('cutText', inBlog, (text) => cutText(text, 150)),
  own('isBlank', inBlog, isBlank),
  own('readText', inBlog, (text) => readText({ name: 'Title', max: 200 }, text)),
  own('withoutTurns', inBlog, withoutTurns),
  own('partsOf', inBlog, (text) => partsOf({ nonce: 'a1b2', html: text, slots: [], sources: [] })),
  own('lengthOf', inBlog, lengthOf),
  own('findAddresses', inBody, findAddresses),
  own('hrefOf', inBody, hrefOf),
  own('readInlines', inComment, readInlines),
  own('readCommentMarkdown', inComment, readCommentMarkdown),
  own('commentHtml', inComment, commentHtml),
  own('isWebUrl', inBody, isWebUrl),
  own('isForeignUrl', inBody, isForeignUrl),
  own('isPictureUrl', inBody, isPictureUrl),
  own('shownPicture', inBody, shownPicture),
  own('readPictureName', inBody, readPictureName),
  own('ownPictureOf', inBody, (text) => ownPictureOf(`${ownPictureFolder}${text}.jpg`)),
  own('smallestOf', inBody, (text) => smallestOf(`${ownPictureFolder}${text}.jpg`)),
  own('readPictureSize', inBlog, (text) => readPictureSize(`${ownPictureFolder}${text}#wide`)),
  own('pictureFileOf', inUrl, (text) => pictureFileOf(`${ownPictureFolder}${text}.avif`)),
  own('namedPictures', inBlog, (text) => namedPictures(`${ownPictureFolder}${text}`)),
  own('reasonAgainstFile', inBody, (text) => reasonAgainstFile(Buffer.from(text))),
];

type Part = keyof InputSchemas;

function fieldsOf(endpoint: Endpoint, part: Part, schemas: InputSchemas): readonly CostInput[] {
  const schema = schemas[part];
  const type = endpoint[part];
  if (!schema?.properties || !type) return [];
  const honest = exampleOf(schema);
  const inItsBody = 'bodyLimit' in endpoint && endpoint.bodyLimit ? inBlog : inBody;
  const max = part === 'body' ? inItsBody : inUrl;
  return Object.keys(schema.properties).map((name) =>
    own(`${endpoint.method} ${endpoint.path}, ${part}.${name}`, max, (text) =>
      type.safeParse({ ...honest, [name]: text }),
    ),
  );
}

/** Every field of every contract, as validated before any other code sees it. */
export const fieldInputs: readonly CostInput[] = [...endpoints.values()].flatMap((endpoint) => {
  const schemas = inputSchemas(endpoint);
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    fieldsOf(endpoint, part, schemas),
  );
});
