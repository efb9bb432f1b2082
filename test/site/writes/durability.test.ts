import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { siteCommand } from '../../../scripts/launcher/site.mjs';
import { givenBlogs } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { inMatrix } from '../../matrix.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const writes = inMatrix({ usual: 200, whole: 1_000 });
const writersAtOnce = 8;
/** Whether this machine allows tracing system calls; `npm test` reports if it doesn't. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** The site as in production, with its system calls on files and sockets written to a trace file. */
async function startTraced(dataDir: string) {
  const port = await freePort();
  const log = path.join(dataDir, 'trace.txt');
  const seen = 'fdatasync,fsync,pwrite64,read,recvfrom,write,writev,sendto,sendmsg';
  // -y adds file names, -s limits the data shown.
  const options = ['-f', '--seccomp-bpf', '-y', '-s', '16', '-e', `trace=${seen}`, '-o', log];
  const child = spawn('strace', [...options, process.execPath, ...siteCommand], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LIMITS: '0',
      // With more, one process may write while another acknowledges.
      WORKERS: '1',
      LOG_LEVEL: 'silent',
    },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null) return;
    // strace doesn't forward signals.
    const [site] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    process.kill(Number(site), 'SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => String(text).includes('is ready at') && resolve());
  });
  return { url: `http://localhost:${port}`, log, stop };
}

interface TracedEvent {
  readonly what: 'asked' | 'written' | 'synced' | 'acknowledged';
  /** The connection of a request or reply. */
  readonly socket?: string | undefined;
}

/** The relevant events of the trace, in order: comment received, log written, log synced, comment acknowledged. */
function eventsIn(log: string): readonly TracedEvent[] {
  /** By thread: the beginning of a call whose line was interrupted by another thread's. */
  const begun = new Map<string, string>();
  return readFileSync(log, 'latin1')
    .split('\n')
    .flatMap((line): readonly TracedEvent[] => {
      const [thread = ''] = line.split(' ', 1);
      const call = line.includes(' resumed>') ? `${begun.get(thread)} ${line}` : line;
      const isOver = !line.includes('<unfinished');
      if (!isOver) begun.set(thread, line);
      if (/\bf(data)?sync\(/.test(call)) {
        return isOver && call.includes('-wal>') ? [{ what: 'synced' }] : [];
      }
      if (/\bpwrite64\(\d+<[^>]*-wal>/.test(line)) return [{ what: 'written' }];
      const [, socket] = /<(socket:[^>]+|TCP[^>]+)>/.exec(call) ?? [];
      if (line.includes('"POST /api/addcom')) return [{ what: 'asked', socket }];
      return line.includes('"HTTP/1.1 201 ') ? [{ what: 'acknowledged', socket }] : [];
    });
}

test.skipIf(!canTrace)(
  `the SQLite log is synced before each of ${writes} writes is acknowledged`,
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'content-hub-traced-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const site = await startTraced(dataDir);
    const storage = await openStorage({ dataDir, onConnectionError: () => {} });
    onTestFinished(() => storage.close());
    await givenBlogs(storage, [{ title: 'Looms' }]);
    const { id: blogId } = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select('id')
      .executeTakeFirstOrThrow();
    const ada = await givenMember(storage, site.url);
    let number = 0;
    const write = async () => {
      while (number < writes) {
        number += 1;
        await ada.call(addComment, { body: { blogId, comment: `Number ${number}` } });
      }
    };
    await Promise.all(Array.from({ length: writersAtOnce }, write));
    await site.stop();

    const counts = { asked: 0, written: 0, synced: 0, acknowledged: 0 };
    let isWaitingForDisk = false;
    /** By connection: number of syncs when its comment was received. */
    const syncedBefore = new Map<string | undefined, number>();
    const early: string[] = [];
    for (const { what, socket } of eventsIn(site.log)) {
      counts[what] += 1;
      if (what === 'asked') syncedBefore.set(socket, counts.synced);
      else if (what !== 'acknowledged') isWaitingForDisk = what === 'written';
      // Comments that wait together share a commit; each needs a sync after it was received.
      else if (isWaitingForDisk || counts.synced <= (syncedBefore.get(socket) ?? Infinity)) {
        early.push(`acknowledgement ${counts.acknowledged} after ${counts.synced} syncs`);
      }
    }
    expect(early).toEqual([]);
    expect(counts).toMatchObject({ asked: writes, acknowledged: writes });
  },
  120_000,
);
