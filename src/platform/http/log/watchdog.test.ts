import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ask, startApp } from '../testing.ts';
import { logOptions } from './log-options.ts';
import { createWatchdog } from './watchdog.ts';

/** Blocks the event loop, as a slow regular expression or a large text does. */
function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

interface Line {
  readonly heldMs: number;
  readonly heldBy?: { readonly method: string; readonly path: string; readonly reqId?: string };
  readonly inHand?: readonly { readonly path: string }[];
  readonly unlogged?: number;
}

async function startWatched(
  addRoutes: (app: FastifyInstance) => void,
  { linesPerMinute = 10, onEarly = () => {} } = {},
) {
  const lines: Line[] = [];
  const watchdog = createWatchdog({
    // The site's own log options, with their redaction.
    log: pino(logOptions('info'), { write: (line) => void lines.push(JSON.parse(line)) }),
    linesPerMinute,
  });
  const { port } = await startApp(
    (app) => {
      watchdog.watch(app);
      addRoutes(app);
    },
    {
      answerEarly: (request, response) => {
        watchdog.note(request);
        if (request.url !== '/early?x=1') return false;
        onEarly();
        response.end();
        return true;
      },
    },
  );
  return { port, lines };
}

test('a request that blocks the event loop is logged with its path and id, without query and e-mail address', async () => {
  const { port, lines } = await startWatched((app) => {
    app.get('/quick', async () => 'quick');
    app.get('/slow/:name', async () => {
      hold(300);
      return 'slow';
    });
  });
  await Promise.all([
    ask(port, '/quick'),
    ask(port, '/slow/ann@example.org?search=secret'),
    ask(port, '/quick'),
  ]);
  // On a busy machine, other lines may come as well.
  await expect
    .poll(() => lines)
    .toContainEqual(
      expect.objectContaining({
        heldMs: expect.any(Number),
        heldBy: { method: 'GET', path: '/slow/[e-mail]', reqId: expect.stringMatching(/\S/) },
      }),
    );
});

test('a request that blocks the event loop ahead of the framework is logged with its path', async () => {
  const { port, lines } = await startWatched(() => {}, { onEarly: () => hold(300) });
  await ask(port, '/early?x=1');
  await expect
    .poll(() => lines.map(({ heldBy }) => heldBy))
    .toContainEqual({ method: 'GET', path: '/early' });
});

test('blocking work outside of a request is logged without a culprit, with the requests that waited', async () => {
  const { port, lines } = await startWatched((app) => {
    app.get('/waiting', async () => {
      const held = Promise.withResolvers<void>();
      // Long after the request began, as with a timer or a reply of another process.
      setTimeout(() => {
        hold(300);
        held.resolve();
      }, 150);
      await held.promise;
      return 'done';
    });
  });
  const answered = ask(port, '/waiting');
  await answered;
  await expect
    .poll(() => lines.filter((line) => !('heldBy' in line)))
    .toContainEqual(
      expect.objectContaining({
        inHand: [{ method: 'GET', path: '/waiting', reqId: expect.stringMatching(/\S/) }],
      }),
    );
});

test('the watchdog logs no more lines a minute than linesPerMinute', async () => {
  const { port, lines } = await startWatched(
    (app) => {
      app.get('/slow', async () => {
        hold(250);
        return 'slow';
      });
    },
    { linesPerMinute: 1 },
  );
  await ask(port, '/slow');
  await expect.poll(() => lines.length).toBe(1);
  await ask(port, '/slow');
  await ask(port, '/slow');
  expect(lines).toHaveLength(1);
});
