/** Writes messages of Protocol Buffers by the numbers of their fields. */

export type ProtoValue = number | string | Uint8Array | ProtoFields | readonly (string | Uint8Array | ProtoFields)[];
export interface ProtoFields {
  readonly [field: number]: ProtoValue;
}

const varint = (value: number): number[] => {
  const rest = Math.floor(value / 128);
  return rest === 0 ? [value] : [(value % 128) + 128, ...varint(rest)];
};

const bytesOf = (value: string | Uint8Array | ProtoFields): Uint8Array => {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  return value instanceof Uint8Array ? value : proto(value);
};

const one = (field: number, value: number | string | Uint8Array | ProtoFields): Uint8Array => {
  if (typeof value === 'number') return Uint8Array.from([...varint(field * 8), ...varint(value)]);
  const bytes = bytesOf(value);
  return Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
};

/** Of a list, each entry is a field of its own. */
export const proto = (fields: ProtoFields): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      Object.entries(fields).flatMap(([field, value]) =>
        (Array.isArray(value) ? value : [value]).map((entry) => one(Number(field), entry)),
      ),
    ),
  );
