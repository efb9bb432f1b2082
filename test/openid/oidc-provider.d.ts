/** The part of oidc-provider's API that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Answer = Readonly<Record<string, unknown>>;

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly uid: string; readonly prompt: { readonly name: string } }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Answer,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
    readonly Grant: new (details: {
      readonly clientId: string;
      readonly accountId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }

  export namespace interactionPolicy {
    class Prompt {
      constructor(info: { readonly name: string; readonly requestable: boolean });
    }
    function base(): { add(prompt: Prompt, index?: number): void };
  }
}
