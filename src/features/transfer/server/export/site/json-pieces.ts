/** A JSON array of any length, value by value. */
export async function* jsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const value of values) {
    yield `${before}${JSON.stringify(value)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

/** A JSON object whose values are written already. */
export async function* jsonObject(
  members: readonly (readonly [key: string, value: AsyncIterable<string> | string])[],
): AsyncGenerator<string> {
  let before = '{\n';
  for (const [key, value] of members) {
    yield `${before}${JSON.stringify(key)}: `;
    if (typeof value === 'string') yield value;
    else yield* value;
    before = ',\n';
  }
  yield '\n}\n';
}

/** `make` of each value that comes. */
export async function* mapped<Value, Made>(
  values: AsyncIterable<Value>,
  make: (value: Value) => Made,
): AsyncGenerator<Made> {
  for await (const value of values) yield make(value);
}
