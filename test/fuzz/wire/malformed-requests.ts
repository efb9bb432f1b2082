/** Malformed HTTP, and the replies that are allowed. */
export interface MalformedRequest {
  readonly name: string;
  readonly bytes: Buffer;
  /** Maximum number of replies: the number of requests that can be distinguished. */
  readonly replies: number;
  /**
   * Whether the first reply must be a refusal, or the connection be closed without a reply. If false, any status below
   * 500 is allowed.
   */
  readonly isRefused: boolean;
}

const host = 'Host: localhost';
const json = 'Content-Type: application/json';

function shape(
  name: string,
  text: string,
  { replies = 1, isRefused = true }: { replies?: number; isRefused?: boolean } = {},
): MalformedRequest {
  return { name, bytes: Buffer.from(text, 'latin1'), replies, isRefused };
}

/** A raw request line, in an otherwise valid head. */
const withHost = (line: string) => `${line}\r\n${host}\r\n\r\n`;
const get = (target: string, ...headers: readonly string[]) =>
  `GET ${target} HTTP/1.1\r\n${[host, ...headers].join('\r\n')}\r\n\r\n`;
const post = (headers: readonly string[], body: string) =>
  `POST /identity/sign-in HTTP/1.1\r\n${[host, json, ...headers].join('\r\n')}\r\n\r\n${body}`;
const chunked = (chunks: string) => post(['Transfer-Encoding: chunked'], chunks);
const hidden = get('/healthz');
const odd = { isRefused: false };

const requestLines: readonly MalformedRequest[] = [
  shape('no HTTP at all', 'hello\r\n\r\n'),
  shape('only line breaks', '\r\n'.repeat(50), { replies: 0, isRefused: false }),
  shape('an empty target', withHost('GET  HTTP/1.1')),
  shape('no version', withHost('GET /healthz'), odd),
  shape('HTTP/0.9', 'GET /healthz\r\n\r\n', odd),
  shape('HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', odd),
  shape('HTTP/1.0 that would stay', 'GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', odd),
  shape('HTTP/1.2', withHost('GET /healthz HTTP/1.2')),
  shape('HTTP/2.0', withHost('GET /healthz HTTP/2.0'), odd),
  shape('HTTP/9.9', withHost('GET /healthz HTTP/9.9')),
  shape('http in lower case', withHost('GET /healthz http/1.1')),
  shape('another protocol', withHost('GET /healthz RTSP/1.0'), odd),
  shape('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0'),
  shape('a greeting of TLS', '\u0016\u0003\u0001\0\u0010\u0001\0\0\u000c\u0003\u0003abcdefgh'),
  shape('a command of SMTP', 'EHLO example.org\r\n'),
  shape('bytes of nothing', '\0\0\0\0\0\0\0\0'),
  shape('a blank before the method', withHost(' GET /healthz HTTP/1.1')),
  shape('a tab for a blank', withHost('GET\t/healthz\tHTTP/1.1')),
  shape('two blanks', withHost('GET  /healthz  HTTP/1.1'), odd),
  shape('a blank in the target', withHost('GET /health z HTTP/1.1')),
  shape('NUL in the target', get('/health\0z')),
  shape('a line break in the target', get('/health\nz')),
  shape('bytes beyond ASCII in the target', get('/\u00e4\u00ff\u0080'), odd),
  shape('a broken escape', get('/%zz')),
  shape('an escape of no UTF-8', get('/%ff%fe')),
  shape('an overlong escape', get('/%c0%ae%c0%ae/')),
  shape('two slashes', get('//'), odd),
  shape('a host in the target', get('//x:99999/'), odd),
  shape('three slashes', get('///'), odd),
  shape('a host without an end', get('//['), odd),
  shape('a backslash', get('/\\evil.example'), odd),
  shape('a way up', get('/../../../etc/passwd'), odd),
  shape('an escaped way up', get('/images/%2e%2e/%2e%2e/etc/passwd'), odd),
  shape('an asterisk', get('*'), odd),
  shape('OPTIONS of everything', withHost('OPTIONS * HTTP/1.1')),
  shape('a whole address', get('http://localhost/healthz'), odd),
  shape("another site's address", get('http://evil.example/healthz'), odd),
  shape('an address with a port that is none', get('http://localhost:99999/'), odd),
  shape('an address of no known kind', get('gopher://localhost/'), odd),
  shape('an address without slashes', get('javascript:alert(1)'), odd),
  shape('no slash', get('healthz'), odd),
  shape('a question only', get('?a=b'), odd),
  shape('a hash', get('/#a'), odd),
  shape('CONNECT', withHost('CONNECT localhost:22 HTTP/1.1')),
  shape('CONNECT to nowhere', 'CONNECT / HTTP/1.1\r\n\r\n'),
  shape('TRACE', withHost('TRACE / HTTP/1.1')),
  shape('an unknown method', withHost('BREW /healthz HTTP/1.1')),
  shape('a method in lower case', withHost('get /healthz HTTP/1.1')),
  shape('a method of 20,000 letters', withHost(`${'A'.repeat(20_000)} / HTTP/1.1`)),
  shape('a path of 20,000 letters', get(`/${'a'.repeat(20_000)}`)),
  shape('a question of 10,000 letters', get(`/?a=${'b'.repeat(10_000)}`)),
];

const headers: readonly MalformedRequest[] = [
  shape('no Host', 'GET /healthz HTTP/1.1\r\n\r\n'),
  shape('two Hosts', get('/healthz', 'Host: b')),
  shape('an empty Host', 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n', odd),
  shape('a Host that is none', 'GET /healthz HTTP/1.1\r\nHost: a/b?c#d @e\r\n\r\n', odd),
  shape('two Hosts in one', 'GET /healthz HTTP/1.1\r\nHost: a, b\r\n\r\n'),
  shape('a header without a name', get('/healthz', ': a')),
  shape('a header without a colon', get('/healthz', 'abc')),
  shape('a blank before the colon', get('/healthz', 'X-A : b')),
  shape('a blank in a name', get('/healthz', 'X A: b')),
  shape('a folded header', get('/healthz', 'X-A: b\r\n c')),
  shape('a folded first header', `GET /healthz HTTP/1.1\r\n ${host}\r\n\r\n`),
  shape('NUL in a header', get('/healthz', 'X-A: b\0c')),
  shape('a carriage return in a header', get('/healthz', 'X-A: b\rc')),
  shape('bare line feeds', `GET /healthz HTTP/1.1\n${host}\n\n`),
  shape('a bare line feed in the head', `GET /healthz HTTP/1.1\r\n${host}\nX-A: b\r\n\r\n`),
  shape('an escape in a header', get('/healthz', 'X-A: \u001b[2J'), odd),
  shape('bytes beyond ASCII in a header', get('/healthz', 'X-A: \u00ff\u0080'), odd),
  shape('a header of 20,000 letters', get('/healthz', `X-A: ${'a'.repeat(20_000)}`)),
  shape('a name of 20,000 letters', get('/healthz', `${'a'.repeat(20_000)}: b`)),
  shape('3,000 headers', get('/healthz', ...Array.from({ length: 3_000 }, (_, i) => `X${i}: b`))),
  shape('1,000 empty headers', get('/healthz', ...Array.from({ length: 1_000 }, () => 'X:')), odd),
  shape('an upgrade to HTTP/2', get('/healthz', 'Connection: Upgrade', 'Upgrade: h2c'), odd),
  shape(
    'an upgrade to a web socket',
    get('/healthz', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: a'),
    odd,
  ),
  shape('an expectation', post(['Content-Length: 2', 'Expect: 100-continue'], '{}')),
  shape('an expectation that is none', post(['Content-Length: 2', 'Expect: 200-ok'], '{}')),
  shape('an expectation without a body', get('/healthz', 'Expect: 100-continue'), odd),
  shape('a range that is none', get('/favicon.ico', 'Range: bytes=9-1,--,x'), odd),
  shape('ten thousand ranges', get('/robots.txt', `Range: bytes=${'0-,'.repeat(3_000)}`), odd),
  shape(
    'a cookie that is none',
    get('/', `Cookie: ;=;;session;session=;=session=;${'a;'.repeat(500)}`),
    odd,
  ),
];

const bodies: readonly MalformedRequest[] = [
  shape('two lengths', post(['Content-Length: 2', 'Content-Length: 3'], '{}x')),
  shape('two equal lengths', post(['Content-Length: 2', 'Content-Length: 2'], '{}')),
  shape('two lengths in one', post(['Content-Length: 2, 2'], '{}')),
  shape('a negative length', post(['Content-Length: -1'], '{}')),
  shape('a length with a sign', post(['Content-Length: +2'], '{}')),
  shape('a length in hexadecimals', post(['Content-Length: 0x2'], '{}')),
  shape('a length beyond all numbers', post([`Content-Length: ${'9'.repeat(40)}`], '{}')),
  shape('a length with a blank', post(['Content-Length: 1 1'], '{}')),
  shape('an empty length', post(['Content-Length:'], '{}')),
  shape(
    'a length and chunks',
    post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
  ),
  shape(
    'chunks and a length',
    post(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`),
  ),
  shape(
    'chunks twice',
    post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
    { replies: 2 },
  ),
  shape(
    'chunks, then identity',
    post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`),
  ),
  shape('an encoding that is none', post(['Transfer-Encoding: x'], `0\r\n\r\n${hidden}`)),
  shape(
    'chunks with a vertical tab',
    post(['Transfer-Encoding: \u000bchunked'], `0\r\n\r\n${hidden}`),
  ),
  shape(
    'chunks with a blank before the colon',
    post(['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`),
  ),
  shape('chunks in upper case', post(['Transfer-Encoding: CHUNKED'], '2\r\n{}\r\n0\r\n\r\n')),
  shape('gzip in chunks', post(['Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n')),
  shape('a chunk with an extension', chunked('2;a="b\r\n{}\r\n0\r\n\r\n')),
  shape(
    'a chunk with 20,000 letters of extension',
    chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  ),
  shape('a chunk of a size that is none', chunked('zz\r\n{}\r\n0\r\n\r\n')),
  shape('a chunk of a negative size', chunked('-2\r\n{}\r\n0\r\n\r\n')),
  shape('a chunk of a size beyond all numbers', chunked(`${'f'.repeat(20)}\r\n{}\r\n`)),
  shape('a chunk longer than its size', chunked('1\r\n{}\r\n0\r\n\r\n')),
  shape('a chunk ended by a line feed', chunked('2\n{}\n0\n\n')),
  shape(
    'a trailer that forges a header',
    post(
      ['Transfer-Encoding: chunked', 'Trailer: Host'],
      '2\r\n{}\r\n0\r\nHost: evil\r\nContent-Length: 9\r\n\r\n',
    ),
  ),
  shape(
    'a body that is gzip',
    post(['Content-Encoding: gzip', 'Content-Length: 4'], '\u001f\u008b\u0008\0'),
  ),
  shape('a body with GET', `GET /healthz HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\n\r\n{}`, odd),
  shape('garbage after a request', `${get('/healthz')}garbage\r\n\r\n`, {
    replies: 2,
    isRefused: false,
  }),
  shape('garbage after a body', post(['Content-Length: 2'], '{}\0\0\0\0garbage'), { replies: 2 }),
  shape('five requests at once', get('/healthz').repeat(5), { replies: 5, isRefused: false }),
  shape('a good one, a bad one, a good one', `${get('/healthz')}BAD\r\n\r\n${get('/healthz')}`, {
    replies: 2,
    isRefused: false,
  }),
  shape('one that closes, and another', get('/healthz', 'Connection: close') + hidden, odd),
];

export const malformedRequests: readonly MalformedRequest[] = [
  ...requestLines,
  ...headers,
  ...bodies,
];
