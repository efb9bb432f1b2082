import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addWish } from '../../src/features/wishlist/contract.ts';
import { createTestDatabase, enginesOfRun, testEngine } from '../../src/storage/testing.ts';
import { inMatrix } from '../matrix.ts';
import { fuzzCosts } from './costs/fuzz-costs.ts';
import { fuzzCostsByCall } from './costs/fuzz-costs-by-call.ts';
import { measureCost } from './costs/measure-cost.ts';
import { type Budget, heldMaxMs, type PartResult } from './findings.ts';
import { findFault } from './routes/find-fault.ts';
import { fuzzRoutes } from './routes/fuzz-routes.ts';
import { createHostileValues } from './routes/hostile-values.ts';
import { routeCase } from './routes/route-cases.ts';
import { checkDatabase } from './site/check-database.ts';
import { type FuzzedSite, startFuzzedSite } from './site/fuzzed-site.ts';
import { fuzzWire } from './wire/fuzz-wire.ts';
import { malformedRequests } from './wire/malformed-requests.ts';

/** Differs in each run; findings name it, and `npm run fuzz -- --seed` sends the same inputs again. */
const seed = Date.now() % 2 ** 31;
/** Limited by number alone, so that a slow machine tries as many cases. */
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

test('a malformed HTTP request is refused once and causes no server error', {
  tags: 'slow',
}, async () => {
  expect(malformedRequests.length).toBeGreaterThanOrEqual(60);
  expectNothing(await fuzzWire(site, budget(malformedRequests.length + cases.wire)));
});

test('no text in a header, address, body or Markdown blocks the event loop beyond the limit', async () => {
  expectNothing(await fuzzCostsByCall(site, budget(cases.costsByCall)));
});

for (const engine of enginesOfRun) {
  testEngine(
    engine,
    'every route answers hostile values in any field as its contract declares',
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

test('the processor time of every function and field grows no faster than its text', () => {
  expectNothing(fuzzCosts(budget(cases.costs), 1 / 8));
});

test('the judge of replies reports a status, code or body that the contract does not declare', () => {
  const one = routeCase(1, 0, createHostileValues(1), { email: '', password: '', ids: ['a'] });
  const asked = { ...one, method: 'POST', endpoint: addWish };
  const answered = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    findFault(asked, {
      status,
      headers: new Map(Object.entries({ 'content-type': 'application/json', ...headers })),
      body: Buffer.from(JSON.stringify(body)),
    });
  const refusal = (code: string) => ({ code, message: 'No.', requestId: 'r' });
  expect(answered(201, {})).toBeUndefined();
  expect(answered(409, refusal('wished-already'))).toBeUndefined();
  expect(answered(503, refusal('unavailable'), { 'retry-after': '1' })).toBeUndefined();
  expect(findFault(asked, 'hung')).toBeDefined();
  expect(findFault(asked, 'closed')).toBeDefined();
  expect(answered(500, refusal('internal'))).toBe('answered 500');
  expect(answered(503, refusal('unavailable'))).toBe('answered 503');
  expect(answered(200, {})).toBe('answered 200, not 201');
  expect(answered(400, { message: 'No.' })).toMatch(/without code/);
  expect(answered(404, refusal('wished-already'))).toMatch(/with code/);
  expect(answered(409, refusal('own-blog'))).toMatch(/does not name/);
  expect(answered(400, { ...refusal('bad-request'), at: 'SQLITE_BUSY' })).toMatch(/insides/);
  expect(answered(308, {}, { location: '//evil.example' })).toMatch(/led away/);
});

test('a processor time that grows faster than the text is reported', () => {
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
