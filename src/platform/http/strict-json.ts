import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { hasOwnConversion } from '../contract/own-conversion.ts';
import { badRequest, unsupportedMediaType } from '../contract/problems.ts';

/** Maximum nesting of arrays and objects in a body. */
const deepest = 20;
const jsonType = /^application\/json(; ?charset=utf-8)?$/i;
/** Another site's form can't send this type without a CORS preflight. */
const bytesType = 'application/octet-stream';

/** The type of a page's form. Another site's form can send it too: like all changes, it is checked by its origin. */
const formType = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;

const sendBytes = `Send the file itself, with content-type ${bytesType}.`;

const isTaken = {
  bytes: (type: string | undefined) => type === bytesType,
  form: (type = '') => formType.test(type),
} as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a stream of bytes or the fields of a form, and nothing else. */
    takes?: 'bytes' | 'form' | undefined;
    /** The body, if any, is ignored. */
    readsNoBody?: boolean;
  }
}

/**
 * Accepts only JSON, and bytes or a form on routes that take these, by their exact content types: another site's form
 * can send `text/plain` and similar types without a CORS preflight. Bodies are UTF-8, at most 20 levels deep, can't set
 * an object's prototype, and can't override how their objects convert to strings.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  // Without a length and without chunks there is no body (RFC 9112, 6.3), whatever its type: Node ends no stream for
  // it, so a parser would wait forever.
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (routeOptions.config.readsNoBody) {
      for (const name of ['content-type', 'content-length', 'transfer-encoding'])
        delete headers[name];
    }
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    if (!hasBody) delete headers['content-type'];
  });

  // After the guards, before the body is read.
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { takes } = request.routeOptions.config;
    const isRight = takes ? isTaken[takes](type) : type === undefined || jsonType.test(type);
    if (!isRead && !isRight) {
      throw unsupportedMediaType(takes === 'bytes' ? { message: sendBytes } : {});
    }
    if (!isWellEncoded(request.url)) {
      throw badRequest({ message: 'The address is not well encoded.' });
    }
  });

  const parseText = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(bytesType, (_request, body, done) => done(null, body));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const fields = typeof body !== 'string' && isUtf8(body) ? fieldsOf(body) : undefined;
      if (fields) done(null, fields);
      else done(badRequest({ message: 'The form is not UTF-8, or names a field twice.' }));
    },
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = typeof body !== 'string' && isUtf8(body) ? body.toString('utf8') : undefined;
    if (text === undefined) {
      done(badRequest({ message: 'The body is not UTF-8.' }));
    } else if (depthOf(text) > deepest) {
      done(badRequest({ message: `The body is nested deeper than ${deepest} levels.` }));
    } else {
      parseText(request, text, (error, value) => {
        if (error || !hasOwnConversion(value)) done(error, value);
        else done(badRequest({ message: 'The body names a conversion of its own.' }));
      });
    }
  });
}

/** Undefined if a name occurs twice: programs differ in which value they use. */
function fieldsOf(body: Buffer): Record<string, string> | undefined {
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const isUnique = new Set(fields.map(([name]) => name)).size === fields.length;
  return isUnique ? Object.fromEntries(fields) : undefined;
}

function isWellEncoded(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Maximum depth of brackets outside strings, determined before parsing, so that nothing is built from a too deep body.
 * One step per character: a regular expression could backtrack on an unterminated string.
 */
function depthOf(json: string): number {
  let depth = 0;
  let max = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === quote) isInString = !isInString;
    else if (isInString && code === backslash) index += 1;
    else if (!isInString && opening.has(code)) max = Math.max(max, ++depth);
    else if (!isInString && closing.has(code)) depth -= 1;
  }
  return max;
}
