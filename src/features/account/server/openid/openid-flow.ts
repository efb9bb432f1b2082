import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { z } from 'zod';
import { hashToken } from '../../../../identity/session/secret-token.ts';
import type { SignUpAttempt } from '../../../../identity/sign-up-policy.ts';
import type { ProblemKind } from '../../../../platform/contract/problems.ts';
import type { Storage, Write } from '../../../../storage/storage.ts';
import { dropExpiredTokens, issueToken, spendToken } from '../one-time-tokens.ts';
import { isSafeAddress, type OpenIdSettings } from './openid-settings.ts';

const requestTimeoutS = 5;
/** Discovery is repeated after this long. */
const freshMs = 60 * 60_000;
/** From the click to the redirect back, including all interaction with the provider. */
const flowLifetimeMs = 10 * 60_000;
/** From the redirect back to the page's call. */
const handoffLifetimeMs = 10 * 60_000;

const flowSchema = z.object({
  browserHash: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  channel: z.string().nullable(),
  to: z.string(),
  invite: z.string().optional(),
});
const handoffSchema = z.object({ browserHash: z.string(), to: z.string(), kept: z.unknown() });

type Flow = z.output<typeof flowSchema>;
export type ServerMetadata = ReturnType<Configuration['serverMetadata']>;

export interface FlowStart {
  /** The secret in the browser's cookie, which binds the flow to the browser. */
  readonly browser: string;
  /** The channel on which a popup reports its outcome; null without a popup. */
  readonly channel: string | null;
  /** Path to return to. */
  readonly to: string;
  /** The token of an invitation. */
  readonly invite?: string | undefined;
  /** The `prompt` to request, if any. */
  readonly prompt: (provider: ServerMetadata) => string | undefined;
}

export interface FlowReturn {
  readonly channel: string | null;
  readonly to: string | undefined;
  /** The code that fetches the outcome, once; or the failure. */
  readonly result: { readonly code: string } | { readonly failure: unknown };
}

export interface FlowOutcome {
  readonly to: string;
  readonly personId: string | null;
  /** The result of `keep`. */
  readonly kept: unknown;
}

/** The verified ID token: signature, issuer, audience, nonce and time were checked. */
export interface FlowProof {
  readonly claims: unknown;
  readonly idToken: string;
  /** The network that the browser came back from, and the flow's invitation. */
  readonly attempt: SignUpAttempt;
}

export interface OpenIdFlow {
  /** The provider's endpoints. Throws `failed` where discovery fails. */
  discover(): Promise<Configuration>;
  /** The provider's address to redirect the browser to. */
  begin(start: FlowStart): Promise<URL>;
  /** Processes the provider's response, with which the browser was redirected back, from this network. */
  complete(search: string, browser: string | undefined, network: string): Promise<FlowReturn>;
  /** Throws `expired` unless this browser began the flow and the code is unused. */
  finish(code: string, browser: string | undefined): Promise<FlowOutcome>;
}

export interface OpenIdFlowOptions {
  readonly storage: Storage;
  readonly now: () => number;
  readonly settings: OpenIdSettings;
  readonly name: 'google' | 'provider';
  readonly callbackUrl: string;
  readonly problems: {
    readonly failed: ProblemKind;
    readonly cancelled: ProblemKind;
    readonly expired: ProblemKind;
  };
  /** Returns what is stored, encrypted, for the page that fetches the outcome. */
  readonly keep: (
    write: Write,
    proof: FlowProof,
  ) => Promise<{ readonly personId?: string; readonly kept: object }>;
}

/** Discovers the provider's endpoints, once an hour. */
function discoverOnce({ settings, problems, now }: OpenIdFlowOptions): OpenIdFlow['discover'] {
  const { clientId, clientSecret, issuer } = settings;
  const isPlain = issuer.startsWith('http:') && isSafeAddress(issuer);
  let known: { readonly configuration: Configuration; readonly foundAt: number } | undefined;

  return async () => {
    if (known && now() - known.foundAt < freshMs) return known.configuration;
    try {
      const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: requestTimeoutS,
        // Verifies the ID token's signature, too, although it comes directly from the provider.
        execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
      });
      known = { configuration, foundAt: now() };
      return configuration;
    } catch (cause) {
      throw problems.failed({ cause });
    }
  };
}

/**
 * OpenID Connect's code flow, with PKCE, state, nonce and a cookie that binds it to the browser. A one-time code
 * fetches the outcome.
 */
export function createOpenIdFlow(options: OpenIdFlowOptions): OpenIdFlow {
  const { storage, now, name, callbackUrl, problems, keep } = options;
  const discover = discoverOnce(options);

  /** Exchanges the code for the ID token. */
  async function exchange(search: string, state: string, flow: Flow) {
    try {
      const url = new URL(`${callbackUrl}${search}`);
      const tokens = await authorizationCodeGrant(await discover(), url, {
        expectedState: state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.codeVerifier,
        idTokenExpected: true,
      });
      return { claims: tokens.claims(), idToken: tokens.id_token ?? '' };
    } catch (cause) {
      const isRefusal =
        cause instanceof AuthorizationResponseError && cause.error === 'access_denied';
      throw (isRefusal ? problems.cancelled : problems.failed)({ cause });
    }
  }

  async function handOff(write: Write, proof: FlowProof, { browserHash, to }: Flow) {
    const { personId, kept } = await keep(write, proof);
    return issueToken(write.db, {
      purpose: `${name}-handoff`,
      ...(personId && { personId }),
      payload: { browserHash, to, kept },
      expiresAt: now() + handoffLifetimeMs,
    });
  }

  return {
    discover,

    async begin({ browser, channel, to, invite, prompt }) {
      const configuration = await discover();
      const nonce = randomNonce();
      const codeVerifier = randomPKCECodeVerifier();
      const browserHash = hashToken(browser);
      const payload: Flow = { browserHash, nonce, codeVerifier, channel, to, invite };
      const state = await storage.write(async ({ db }) => {
        await dropExpiredTokens(db, now());
        return issueToken(db, {
          purpose: `${name}-flow`,
          payload,
          expiresAt: now() + flowLifetimeMs,
        });
      });
      const asked = prompt(configuration.serverMetadata());
      return buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        ...(asked && { prompt: asked }),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async complete(search, browser, network) {
      const state = new URLSearchParams(search).get('state') ?? '';
      const known = { purpose: `${name}-flow`, token: state, now: now() } as const;
      const used = await spendToken(storage, known, (_write, token) => token);
      const flow = flowSchema.safeParse(used?.payload).data;
      if (!flow || flow.browserHash !== hashToken(browser ?? '')) {
        return { channel: null, to: undefined, result: { failure: problems.expired() } };
      }
      const { channel, to, invite } = flow;
      try {
        const proof = { ...(await exchange(search, state, flow)), attempt: { network, invite } };
        const code = await storage.write((write) => handOff(write, proof, flow));
        return { channel, to, result: { code } };
      } catch (failure) {
        return { channel, to, result: { failure } };
      }
    },

    async finish(code, browser) {
      const known = { purpose: `${name}-handoff`, token: code, now: now() } as const;
      const used = await spendToken(storage, known, (_write, token) => token);
      const handoff = handoffSchema.safeParse(used?.payload).data;
      if (!used || !handoff || handoff.browserHash !== hashToken(browser ?? '')) {
        throw problems.expired();
      }
      return { to: handoff.to, personId: used.personId, kept: handoff.kept };
    },
  };
}
