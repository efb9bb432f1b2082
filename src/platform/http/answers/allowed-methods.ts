import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  readonly path: RegExp;
  readonly methods: readonly string[];
}

/** Records the routes that are added from this call on; the returned function lists the methods of a URL's path. */
export function collectMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // A catch-all route says nothing about which addresses exist.
    if (url === '*' || url === '/*') return;
    routes.push({ path: patternOf(url), methods: [method].flat() });
  });
  return (url) => {
    const [path = ''] = url.split(/[?#]/, 1);
    const methods = routes
      .filter((route) => route.path.test(path))
      .flatMap((route) => route.methods);
    return [...new Set(methods)];
  };
}

function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}
