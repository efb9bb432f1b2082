import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../../identity/session/session.ts';
import { readQuery } from '../../platform/contract/define-page-address.ts';
import {
  type CallRequest,
  cacheControlOf,
  runAnswer,
} from '../../platform/http/answers/answers.ts';
import type { Answers } from '../../platform/http/answers/direct-caller.ts';
import { logProblem } from '../../platform/http/log/log-problem.ts';
import { toProblem } from '../../platform/http/problem-handler.ts';
import { createRequestId, problemBody, problemHeaders } from '../../platform/http/raw-problem.ts';
import type { Rendering } from '../../platform/page-cache/cached-page.ts';
import type { Audience } from '../../platform/page-cache/make-pages.ts';
import type { PageKey } from '../../platform/page-cache/page-key.ts';
import type { SharedReplies } from '../../platform/page-cache/shared-replies.ts';
import type { RenderPage } from './pages.ts';

export interface RenderReplyParts {
  readonly answers: Answers<Session>;
  readonly renderPage: RenderPage;
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly log: FastifyBaseLogger;
}

/** Renders a cacheable reply for an anonymous viewer: a page or an endpoint's reply. */
export function createRenderReply(
  parts: RenderReplyParts,
): (key: PageKey, audience: Audience, shared: SharedReplies) => Promise<Rendering> {
  const { answers, renderPage, apiHeaders, log } = parts;
  const request: CallRequest = { headers: {}, ip: '', log };

  function refusalOf(error: unknown): Rendering {
    const problem = toProblem(error);
    const id = createRequestId();
    logProblem(log, problem, { reqId: id });
    const headers = { ...apiHeaders, ...problemHeaders(problem) };
    return {
      status: problem.status,
      headers,
      body: Buffer.from(JSON.stringify(problemBody(problem, id))),
    };
  }

  return async ({ url, path, params }, audience, shared) => {
    const answer = answers.get(`GET ${path}`);
    const viewer = audience === 'members' ? 'all members' : null;
    if (!answer) return renderPage({ url, viewer, request, shared });
    const { type } = answer.endpoint;
    const headers: Record<string, string> = {
      ...apiHeaders,
      'cache-control': cacheControlOf(answer.endpoint),
      'content-type': type ?? 'application/json; charset=utf-8',
    };
    const reply = {
      header(name: string, value: string | readonly string[]) {
        headers[name] = String(value);
      },
    };
    try {
      const query = readQuery(new URLSearchParams(url.slice(url.indexOf('?') >>> 0)));
      const value = await runAnswer(answer, { params, query }, { session: null, request, reply });
      const text = type === undefined ? JSON.stringify(value) : String(value);
      return { status: 200, headers, body: Buffer.from(text) };
    } catch (error) {
      return refusalOf(error);
    }
  };
}
