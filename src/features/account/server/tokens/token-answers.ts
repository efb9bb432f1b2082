import { type Answer, answer, type MemberExchange } from '../../../../identity/answer.ts';
import { hashToken } from '../../../../identity/session/secret-token.ts';
import { isOpen } from '../../../../identity/session/session-rows.ts';
import {
  deleteToken,
  insertToken,
  listTokens,
  type PersonalToken,
} from '../../../../identity/tokens/token-rows.ts';
import { createPersonalToken } from '../../../../identity/tokens/token-text.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { notSignedIn } from '../../../../platform/contract/problems.ts';
import { networkOf } from '../../../../platform/http/ingress/network-of.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { SecurityEventKind } from '../../contract/security-events.ts';
import {
  type ListedToken,
  makeToken,
  myTokens,
  revokeToken,
  tokenNotFound,
  tokensFull,
  tokensMax,
} from '../../contract/tokens.ts';
import type { AccountPageParts } from '../account-page-answers.ts';
import { tokenRule } from '../limits.ts';
import { originOf } from '../security/security-events.ts';

const dayMs = 24 * 60 * 60_000;

function presentToken({
  id,
  name,
  scope,
  createdAt,
  expiresAt,
  lastUsedAt,
}: PersonalToken): ListedToken {
  return {
    id,
    name,
    scope,
    createdAt: isoOf(createdAt),
    expiresAt: expiresAt === null ? null : isoOf(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
  };
}

/** The account page's personal tokens. These calls can't be made with a token. */
export function tokenAnswers(parts: AccountPageParts): readonly Answer[] {
  const { storage, limiter, provider, securityLog, now } = parts;

  /** Writes for the person; records and notifies the event. */
  async function change<T>(
    { person, session, request }: MemberExchange,
    kind: SecurityEventKind,
    work: (write: Write) => Promise<T>,
  ): Promise<T> {
    const event = { personId: person.id, kind, origin: originOf(request), at: now() };
    const result = await writeAs(storage, person.id, async (write) => {
      // A session that was ended in the meantime can't create a token.
      if (!(await isOpen(write.db, session.id))) throw notSignedIn();
      const done = await work(write);
      await securityLog.note(write, event);
      return done;
    });
    securityLog.notify(event);
    return result;
  }

  return [
    answer(myTokens, async (_input, { person }) =>
      (await listTokens(storage.writer, person.id)).map(presentToken),
    ),

    answer(makeToken, async ({ body }, exchange) => {
      const { person, session, request } = exchange;
      const { name, scope, days, password } = body;
      await limiter.take(tokenRule, person.id);
      await provider.confirm({ session, password, network: networkOf(request.ip) });
      const secret = createPersonalToken();
      const time = now();
      const token: PersonalToken = {
        id: rowId(),
        name,
        scope,
        createdAt: time,
        expiresAt: days === null ? null : time + days * dayMs,
        lastUsedAt: null,
      };
      await change(exchange, 'token-made', async (write) => {
        if ((await listTokens(write.db, person.id)).length >= tokensMax) throw tokensFull();
        const row = { ...token, personId: person.id, tokenHash: hashToken(secret) };
        await insertToken(write, row);
      });
      return { token: presentToken(token), secret };
    }),

    answer(revokeToken, async ({ params: { id } }, exchange) => {
      await change(exchange, 'token-revoked', async (write) => {
        if (!(await deleteToken(write, exchange.person.id, id))) throw tokenNotFound();
      });
    }),
  ];
}
