import type { FastifyInstance } from 'fastify';
import type { ProblemKind } from '../../platform/contract/problems.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { ApiDocument, ApiDocuments } from './api-document.ts';
import { docsScript } from './docs-script.ts';
import { docsStyles } from './docs-styles.ts';

type Operation = ApiDocument['paths'][string][string];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const json = (value: unknown) => escapeHtml(JSON.stringify(value, null, 2));

/** A schema as text, with links from references to the named shapes. */
function schemaHtml(schema: unknown): string {
  return json(schema).replace(
    /#\/components\/schemas\/([\w.-]+)/g,
    (whole, name: string) => `<a href="#shape-${name}">${whole}</a>`,
  );
}

function callsByTag(document: ApiDocument): ReadonlyMap<string, readonly Call[]> {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '');
}

/** The access of an operation, in words. */
function whoMay({ security }: Operation): string {
  if (security.length === 0) return 'Everybody.';
  if (security.some((way) => Object.keys(way).length === 0)) {
    return 'Everybody. A token that is sent must be valid, and suffice for the call.';
  }
  const token = security.find((way): way is { token: string[] } => 'token' in way);
  const scope = token?.token[0];
  return scope
    ? `With a session, or a token with the scope <code>${scope}</code>.`
    : 'With a session; not with a token.';
}

function fieldHtml(operationId: string, { name, in: place, required }: Parameter): string {
  const id = `${operationId}-${name}`;
  const mark = required ? ' required' : '';
  return `<p><label for="${id}">${escapeHtml(name)} <small>${place}</small></label>
<input id="${id}" name="${escapeHtml(name)}" data-in="${place}" autocomplete="off"${mark}></p>`;
}

type Parameter = NonNullable<Exclude<Operation['parameters'], undefined>>[number];

function tryHtml({ method, path, operation }: Call): string {
  const { operationId, parameters = [], requestBody } = operation;
  const isJson = requestBody !== undefined && 'application/json' in requestBody.content;
  if (requestBody !== undefined && !isJson) {
    return '<p>It can’t be tried here, as its body is no JSON.</p>';
  }
  const body = isJson
    ? `<p><label for="${operationId}-body">Body <small>JSON</small></label>
<textarea id="${operationId}-body" data-body rows="6" spellcheck="false">{}</textarea></p>`
    : '';
  return `<form data-method="${method}" data-path="${escapeHtml(path)}">
${parameters.map((parameter) => fieldHtml(operationId, parameter)).join('\n')}
${body}<p><button type="submit" aria-label="Try it: ${operationId}">Try it</button></p>
<pre role="status" hidden></pre>
</form>`;
}

function responsesHtml({ responses }: Operation, document: ApiDocument): string {
  return Object.entries(responses)
    .map(([status, response]) => {
      if ('$ref' in response) {
        const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
        const known = document.components.responses[name] as { description?: string } | undefined;
        const text = escapeHtml(known?.description ?? '').replaceAll('\n\n', '<br>');
        return `<dt>${status}</dt><dd>${text}</dd>`;
      }
      const contents: readonly { readonly schema?: unknown }[] =
        'content' in response ? Object.values(response.content) : [];
      const schema = contents[0] ? `<pre tabindex="0">${schemaHtml(contents[0].schema)}</pre>` : '';
      return `<dt>${status}</dt><dd>${escapeHtml(response.description)}${schema}</dd>`;
    })
    .join('\n');
}

function callHtml(call: Call, document: ApiDocument): string {
  const { method, path, operation } = call;
  const { operationId, summary, requestBody } = operation;
  const body = requestBody
    ? `<h4>Body</h4><pre tabindex="0">${schemaHtml(Object.values(requestBody.content)[0]?.schema)}</pre>`
    : '';
  return `<details id="${operationId}">
<summary><b>${method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${whoMay(operation)}</p>
${body}
<h4>Replies</h4><dl>${responsesHtml(operation, document)}</dl>
${tryHtml(call)}
</details>`;
}

/** All problems of the site, also those that any address may answer; the `type` of a problem links here. */
function problemsHtml(problems: readonly ProblemKind[]): string {
  return [...new Set(problems)]
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map(
      ({ code, message }) =>
        `<dt id="${code}"><code>${code}</code></dt><dd>${escapeHtml(message)}</dd>`,
    )
    .join('\n');
}

function shapesHtml({ components }: ApiDocument): string {
  return Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<h3 id="shape-${name}">${escapeHtml(name)}</h3><pre tabindex="0">${schemaHtml(schema)}</pre>`,
    )
    .join('\n');
}

/** The human-readable page of the document. Only trying out an endpoint needs the script. */
function docsPage(document: ApiDocument, problems: readonly ProblemKind[]): string {
  const groups = [...callsByTag(document)]
    .map(
      ([
        tag,
        calls,
      ]) => `<section aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${escapeHtml(tag)}</h2>
${calls.map((call) => callHtml(call, document)).join('\n')}</section>`,
    )
    .join('\n');
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API | ${title}</title>
<link rel="stylesheet" href="/api/docs/styles.css">
<script src="/api/docs/script.js" defer></script>
</head>
<body>
<header><p><a href="/">${title}</a></p><h1>API</h1>
<p>${escapeHtml(document.info.description)} The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<form id="who"><p><label for="token">Personal token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false">
<small>For <i>Try it</i>. It is kept by this page alone, until you leave it; without one the calls are made as you are signed in. You make one on <a href="/Account">your account page</a>.</small></p></form>
<noscript><p>To try a call here JavaScript is needed.</p></noscript></header>
<main>
${groups}
<section aria-labelledby="problems"><h2 id="problems">Problems</h2>
<p>Errors are JSON with <code>code</code>, <code>message</code> and <code>requestId</code>; who asks for <code>application/problem+json</code> gets RFC 9457.</p>
<dl>${problemsHtml(problems)}</dl></section>
<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
${shapesHtml(document)}</section>
</main>
</body>
</html>
`;
}

/** `/api/docs`, self-hosted: page, styles and script come from this site, within the policy of its pages. */
export function registerDocsPage(
  app: FastifyInstance,
  documents: ApiDocuments,
  { problems, isHttps }: { readonly problems: readonly ProblemKind[]; readonly isHttps: boolean },
): void {
  const headers = securityHeaders({ kind: 'page', isHttps });
  app.get('/api/docs', async (_request, reply) => {
    reply.headers(headers).type('text/html; charset=utf-8');
    return docsPage(await documents.get(), problems);
  });
  app.get('/api/docs/styles.css', async (_request, reply) => {
    reply.type('text/css; charset=utf-8');
    return docsStyles;
  });
  app.get('/api/docs/script.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return docsScript;
  });
}
