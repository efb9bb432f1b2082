/** Streams a JSON array of any length. */
export async function* jsonArray(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const value of values) {
    yield `${before}${JSON.stringify(value)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

/** Streams a JSON object from members that are JSON already. */
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

/** Maps each value of a stream. */
export async function* mapped<Value, Made>(
  values: AsyncIterable<Value>,
  make: (value: Value) => Made,
): AsyncGenerator<Made> {
  for await (const value of values) yield make(value);
}
