/**
 * `node plain-server.mjs <replies.json> <port>`: the upper bound, Node's `http` server that only looks up a finished
 * reply and sends it. Plain JavaScript, so that its start takes as long as Node's own.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port = ''] = process.argv.slice(2);
/** @type {import('./plain-replies.ts').PlainReplies} */
const { keepAliveMs, replies } = JSON.parse(readFileSync(file, 'utf8'));
const byPath = new Map(
  replies.map(({ path, status, headers, body }) => [
    path,
    { status, headers: [...headers], body: Buffer.from(body, 'base64') },
  ]),
);

createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
  const reply = byPath.get(request.url ?? '');
  if (reply) {
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  } else {
    response.writeHead(request.url === '/readyz' ? 200 : 404);
    response.end();
  }
}).listen(Number(port), '127.0.0.1');
