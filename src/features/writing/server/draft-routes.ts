import type { FastifyInstance } from 'fastify';
import { assertMember } from '../../../identity/assert-member.ts';
import { requirePerson } from '../../../identity/guards.ts';
import type { HandlerInput } from '../../../platform/contract/define-endpoint.ts';
import { problem } from '../../../platform/contract/problems.ts';
import { bind } from '../../../platform/http/bind.ts';
import type { RateRule } from '../../../platform/http/rate-limit.ts';
import { blogBodyLimit } from '../../../platform/http/server-options.ts';
import { discardDraft, myDrafts, oneDraft, saveDraft } from '../draft-contract.ts';
import { dropDraft, findDraft, findDrafts, keepDraft } from './draft-store.ts';
import { presentDraft, presentReceipt } from './present-writing.ts';
import type { WritingRoutesOptions } from './writing-routes-options.ts';

/** One every second from two tabs. */
const draftRule: RateRule = { name: 'draft', limit: 60, perMs: 30_000 };

/** What somebody is writing, kept until it is published or thrown away. */
export function draftRoutes(app: FastifyInstance, options: WritingRoutesOptions): void {
  const { storage, limiter, now = Date.now } = options;
  const { guard, sessions } = options.identity;

  bind(app, guard, myDrafts, async (_input, { request }) => {
    const person = await requirePerson(sessions, request);
    const rows = await findDrafts(storage.reader, person.id);
    return rows.map((row) => ({ ...presentReceipt(row), key: row.key }));
  });

  bind(app, guard, oneDraft, async ({ params: { key } }, { request }) => {
    const person = await requirePerson(sessions, request);
    const row = await findDraft(storage.reader, { personId: person.id, key });
    if (!row) throw problem('draft-not-found');
    return presentDraft(row);
  });

  async function save({ params: { key }, body }: HandlerInput<typeof saveDraft>, personId: string) {
    await limiter.take(draftRule, personId);
    return storage.write(
      async (write) => {
        await assertMember(write, personId);
        return keepDraft(write, { personId, key }, body, now());
      },
      { alone: [`person:${personId}`] },
    );
  }

  bind(
    app,
    guard,
    saveDraft,
    async (input, { request }) => {
      const person = await requirePerson(sessions, request);
      return presentReceipt(await save(input, person.id));
    },
    { bodyLimit: blogBodyLimit },
  );

  bind(app, guard, discardDraft, async ({ params: { key }, query }, { request }) => {
    const person = await requirePerson(sessions, request);
    const address = { personId: person.id, key };
    await storage.write(
      async (write) => {
        const isDropped = await dropDraft(write, address, query.revision);
        if (!isDropped && (await findDraft(write.db, address)))
          throw problem('draft-saved-elsewhere');
      },
      { alone: [`person:${person.id}`] },
    );
    return undefined;
  });
}
