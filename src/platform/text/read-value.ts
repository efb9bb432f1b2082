/** The reason why a text is refused, in words for people. */
export class Refused {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Parses a text from a form or link. A function instead of a schema, because pages need it before they load their
 * forms' code.
 */
export type ReadValue<Value extends string = string> = (given: string) => Value | Refused;
