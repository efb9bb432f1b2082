import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addWish } from '../../src/features/wishlist/contract.ts';
import { createTestDatabase, enginesOfRun, testEngine } from '../../src/storage/testing.ts';
import { inMatrix } from '../matrix.ts';
import { fuzzCosts } from './costs/fuzz-costs.ts';
import { fuzzCostsByCall } from './costs/fuzz-costs-by-call.ts';
import { measureCost } from './costs/measure-cost.ts';
import { type Budget, heldMaxMs, type PartResult } from './findings.ts';
import { fuzzRoutes } from './routes/fuzz-routes.ts';
import { createHostileValues } from './routes/hostile-values.ts';
import { judge } from './routes/judge-reply.ts';
import { routeCase } from './routes/route-cases.ts';
import { checkDatabase } from './site/check-database.ts';
import { type FuzzedSite, startFuzzedSite } from './site/fuzzed-site.ts';
import { fuzzWire } from './wire/fuzz-wire.ts';
import { malformedRequests } from './wire/malformed-requests.ts';

/** Another one in each run; what is found names it, and `npm run fuzz -- --seed` sends the same again. */
const seed = Date.now() % 2 ** 31;
/** Bounded by their number alone, so that a slow machine tries as many. */
const budget = (cases: number): Budget => ({ seed, cases, ms: Number.POSITIVE_INFINITY });
const cases = inMatrix({
  usual: { wire: 20, costsByCall: 20, routes: 250, costs: 200 },
  whole: { wire: 100, costsByCall: 150, routes: 3_000, costs: 1_000 },
});
vi.setConfig({ testTimeout: 180_000 });

function expectNothing({ findings, crashes, serverErrors, heldMs = 0 }: PartResult): void {
  expect({ findings, crashes, serverErrors }).toEqual({
    findings: [],
    crashes: 0,
    serverErrors: 0,
  });
  expect(heldMs).toBeLessThan(heldMaxMs);
}

let site: FuzzedSite;
beforeAll(async () => {
  site = await startFuzzedSite();
});
afterAll(() => site?.stop());

test('requests that are nearly HTTP are refused, each once, and none is the server’s fault', {
  tags: 'slow',
}, async () => {
  expect(malformedRequests.length).toBeGreaterThanOrEqual(60);
  expectNothing(await fuzzWire(site, budget(malformedRequests.length + cases.wire)));
});

test('no text holds the event loop, whichever way it comes in', async () => {
  expectNothing(await fuzzCostsByCall(site, budget(cases.costsByCall)));
});

for (const engine of enginesOfRun) {
  testEngine(
    engine,
    'no route and no field answers but as its contract says',
    { tags: 'slow' },
    async () => {
      const { options } = await createTestDatabase(engine, { isMigrated: engine === 'postgres' });
      const { dataDir, databaseUrl } = options;
      const fuzzed = await startFuzzedSite(
        databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl },
      );
      try {
        expectNothing(await fuzzRoutes(fuzzed, budget(cases.routes)));
        expect(await checkDatabase(options)).toEqual([]);
      } finally {
        await fuzzed.stop();
      }
    },
  );
}

test('no function and no field takes longer than its text is long', () => {
  expectNothing(fuzzCosts(budget(cases.costs), 1 / 8));
});

test('an answer that should not be is seen', () => {
  const one = routeCase(1, 0, createHostileValues(1), { email: '', password: '', ids: ['a'] });
  const asked = { ...one, method: 'POST', endpoint: addWish };
  const answered = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    judge(asked, {
      status,
      headers: new Map(Object.entries({ 'content-type': 'application/json', ...headers })),
      body: Buffer.from(JSON.stringify(body)),
    });
  const refusal = (code: string) => ({ code, message: 'No.', requestId: 'r' });
  expect(answered(201, {})).toBeUndefined();
  expect(answered(409, refusal('wished-already'))).toBeUndefined();
  expect(answered(503, refusal('unavailable'), { 'retry-after': '1' })).toBeUndefined();
  expect(judge(asked, 'hung')).toBeDefined();
  expect(judge(asked, 'closed')).toBeDefined();
  expect(answered(500, refusal('internal'))).toBe('answered 500');
  expect(answered(503, refusal('unavailable'))).toBe('answered 503');
  expect(answered(200, {})).toBe('answered 200, not 201');
  expect(answered(400, { message: 'No.' })).toMatch(/without code/);
  expect(answered(404, refusal('wished-already'))).toMatch(/with code/);
  expect(answered(409, refusal('own-blog'))).toMatch(/does not name/);
  expect(answered(400, { ...refusal('bad-request'), at: 'SQLITE_BUSY' })).toMatch(/insides/);
  expect(answered(308, {}, { location: '//evil.example' })).toMatch(/led away/);
});

test('growth is seen that is faster than the text', () => {
  const fragment = { before: '', unit: 'a', after: '' };
  const squared = (text: string) => {
    let count = 0;
    for (const one of text) for (const other of text) if (one === other) count += 1;
    return count;
  };
  expect(measureCost({ name: 'squared', max: 8_000, run: squared }, fragment, 1)).toMatch(
    /^squared/,
  );
  expect(measureCost({ name: 'even', max: 8_000, run: (text) => text.length }, fragment, 1)).toBe(
    undefined,
  );
});
