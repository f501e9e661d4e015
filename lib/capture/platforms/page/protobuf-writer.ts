/** Writes messages of Protocol Buffers (protobuf.ts reads them). */

/** By the numbers of the fields. What is nested is written first; of a list, each entry is a field of its own. */
export interface WrittenFields {
  readonly [field: number]: number | Uint8Array | readonly string[];
}

const varint = (value: number): number[] => {
  const rest = Math.floor(value / 128);
  return rest === 0 ? [value] : [(value % 128) + 128, ...varint(rest)];
};

const withLength = (field: number, bytes: Uint8Array): number[] => [
  ...varint(8 * field + 2),
  ...varint(bytes.length),
  ...bytes,
];

export const writeProto = (fields: WrittenFields): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Object.entries(fields).flatMap(([name, value]: [string, WrittenFields[number]]) => {
      const field = Number(name);
      if (typeof value === 'number') return [...varint(8 * field), ...varint(value)];
      if (value instanceof Uint8Array) return withLength(field, value);
      return value.flatMap((text) => withLength(field, new TextEncoder().encode(text)));
    }),
  );
