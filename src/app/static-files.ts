import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { securityHeaders } from '../platform/http/security-headers.ts';

interface StaticFilesOptions {
  /** Folder of the browser's build. */
  readonly folder: string;
  readonly isHttps: boolean;
}

/** The build's files carry their content's hash in their names; pictures don't, and may be drawn anew. */
const folders = [
  { name: 'assets', cacheControl: 'public, max-age=31536000, immutable' },
  { name: 'images', cacheControl: 'public, max-age=86400, stale-while-revalidate=604800' },
] as const;

export async function staticFiles(app: FastifyInstance, { folder, isHttps }: StaticFilesOptions): Promise<void> {
  const headers = Object.entries(securityHeaders({ kind: 'asset', isHttps }));
  for (const [index, { name, cacheControl }] of folders.entries()) {
    await app.register(fastifyStatic, {
      root: path.join(folder, name),
      prefix: `/${name}/`,
      preCompressed: true,
      index: false,
      cacheControl: false,
      decorateReply: index === 0,
      setHeaders(reply) {
        for (const [header, value] of headers) reply.header(header, value);
        reply.header('cache-control', cacheControl);
      },
    });
  }
}
