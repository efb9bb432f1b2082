import type {
  Endpoint,
  HandlerInput,
  PresentedReply,
} from '../platform/contract/define-endpoint.ts';
import { notFound, notSignedIn } from '../platform/contract/problems.ts';
import type { Answer as AnswerOf, Exchange } from '../platform/http/answers/answers.ts';
import { mayUse, type Person } from './person.ts';
import type { Session } from './session/session.ts';
import { logStaffRefusal } from './staff-refusals.ts';

export type Answer = AnswerOf<Session>;

/** A request to a members' endpoint that passed the guard. */
export interface MemberExchange extends Exchange<Session> {
  readonly session: Session;
  readonly person: Person;
}

/** A request of a reader or guest; the reply may contain personal data of a signed-in caller. */
export interface ReaderExchange extends Exchange<Session> {
  readonly person: Person | undefined;
}

interface ExchangeBy {
  readonly public: Exchange<Session>;
  readonly guest: ReaderExchange;
  readonly reader: ReaderExchange;
  readonly member: MemberExchange;
  readonly staff: MemberExchange;
  readonly editor: MemberExchange;
  readonly owner: MemberExchange;
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  exchange: ExchangeBy[E['access']],
) => PresentedReply<E>;

/** Binds `handler` to `endpoint`: it gets the validated input and the person that the guard identified. */
export function answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): Answer {
  return {
    endpoint,
    async handle(input, exchange) {
      const { session } = exchange;
      const { access } = endpoint;
      if (access !== 'public' && access !== 'guest' && access !== 'reader') {
        if (!session) throw notSignedIn();
        if (!mayUse(access, session.person)) throw notFound();
      }
      const person = session?.person;
      // The schemas have validated the input as the handler's type declares it.
      const run = () => handler(input as HandlerInput<E>, { ...exchange, person } as never);
      const { log } = exchange.request;
      return person ? logStaffRefusal({ endpoint, person, log }, run) : run();
    },
  };
}
