/** The measure of what is possible: Node's `http` server that only looks up a finished reply and sends it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { CapturedReply } from './captured-reply.ts';

const [file = '', port = ''] = process.argv.slice(2);
const captured: readonly CapturedReply[] = JSON.parse(readFileSync(file, 'utf8'));
const replies = new Map(
  captured.map(({ path, isOwn, status, headers, bodyBase64 }) => [
    `${isOwn ? 'member ' : ''}${path}`,
    { status, headers: [...headers], body: Buffer.from(bodyBase64, 'base64') },
  ]),
);

createServer((request, response) => {
  const who = request.headers.cookie === undefined ? '' : 'member ';
  const reply = replies.get(who + request.url);
  if (reply) {
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  } else {
    response.writeHead(request.url === '/readyz' ? 200 : 404);
    response.end();
  }
}).listen(Number(port), '127.0.0.1');
