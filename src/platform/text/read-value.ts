/** Why a text can't be taken, in words for people. */
export class Refused {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The meaning of a text that was typed or linked to. A function instead of a schema: pages need it before their forms. */
export type ReadValue<Value extends string = string> = (given: string) => Value | Refused;
