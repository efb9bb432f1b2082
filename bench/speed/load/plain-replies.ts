import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../test/free-port.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type ServerProcess, startServer } from '../../server-process.ts';
import { onServerCore } from '../cores.ts';
import { type CapturedReply, headerOf, ownHeadersOf } from './captured-reply.ts';

/** The input of `plain-server.mjs`. */
export interface PlainReplies {
  /** How long an idle connection stays open, from the replies' `Keep-Alive` header; 0 without one. */
  readonly keepAliveMs: number;
  readonly replies: readonly {
    readonly path: string;
    readonly status: number;
    /** Name, value, name, value. */
    readonly headers: readonly string[];
    /** Base64. */
    readonly body: string;
  }[];
}

function plainReplies(replies: readonly CapturedReply[]): PlainReplies {
  const [first] = replies;
  const keepAlive = first && headerOf(first, 'keep-alive');
  return {
    keepAliveMs: Number(/timeout=(\d+)/.exec(keepAlive ?? '')?.[1] ?? 0) * 1_000,
    replies: replies.map((reply) => ({
      path: reply.path,
      status: reply.status,
      headers: ownHeadersOf(reply),
      body: reply.body.toString('base64'),
    })),
  };
}

export interface PlainProgram {
  /** The command that runs it on the servers' core; it listens on `port`. */
  command(port: number): readonly string[];
  /** The command that runs it on any core, in so many processes. */
  unpinned(port: number, processes: 1 | 2): readonly string[];
  /** Deletes its file of replies. */
  remove(): void;
}

/** The plain server for these replies, not started yet. */
export function plainProgram(replies: readonly CapturedReply[]): PlainProgram {
  const folder = temporaryFolder('bench-plain');
  const file = path.join(folder.path, 'replies.json');
  writeFileSync(file, JSON.stringify(plainReplies(replies)));
  const unpinned: PlainProgram['unpinned'] = (port, processes) => {
    const program = processes === 1 ? 'plain-server.mjs' : 'plain-pair.mjs';
    return [process.execPath, path.join(import.meta.dirname, program), file, String(port)];
  };
  return {
    command: (port) => onServerCore(unpinned(port, 1)),
    unpinned,
    remove: folder.remove,
  };
}

/** Starts the plain server with these replies. */
export async function startPlainServer(replies: readonly CapturedReply[]): Promise<ServerProcess> {
  const program = plainProgram(replies);
  const port = await freePort();
  const server = await startServer(program.command(port), port, {});
  program.remove();
  return server;
}
