/** Why a text can't be taken, in words for people. */
export class Refused {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** What a text that somebody typed or linked to means. A function instead of a schema: pages need it before their forms. */
export type ReadValue<Value extends string = string> = (given: string) => Value | Refused;
