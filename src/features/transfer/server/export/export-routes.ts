import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { requirePerson } from '../../../../identity/guards.ts';
import { bind } from '../../../../platform/http/bind.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { exportMyBlogs } from '../../../writing/contract.ts';
import type { WritingRoutesOptions } from '../../../writing/server/writing-routes-options.ts';
import { blogFile } from './blog-file.ts';
import { ownBlogs } from './own-blogs.ts';
import { writeZip } from './write-zip.ts';

async function* filesOf(storage: Storage, personId: string) {
  for await (const blog of ownBlogs(() => storage.reader, personId)) yield blogFile(blog);
}

/** An author's blogs to take away. */
export function exportRoutes(app: FastifyInstance, options: WritingRoutesOptions): void {
  const { storage } = options;
  const { guard, sessions } = options.identity;

  bind(app, guard, exportMyBlogs, async (_input, { request, reply }) => {
    const person = await requirePerson(sessions, request);
    reply.header('content-type', 'application/zip');
    reply.header('content-disposition', 'attachment; filename="my-blogs.zip"');
    return Readable.from(writeZip(filesOf(storage, person.id)), { objectMode: false });
  });
}
