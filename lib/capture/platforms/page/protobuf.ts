/**
 * Reads messages of Protocol Buffers by the numbers of their fields, without a schema
 * (https://protobuf.dev/programming-guides/encoding/). What comes from a meeting may be anything: whatever is malformed
 * reads as absent, and nothing throws.
 */

/** A number, or the bytes of a text, of a message, or of anything else that has a length. */
type Value = number | Uint8Array;

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const longestVarint = 10;

/** Loses precision above 2^53, as ids of a flag's size never are. Undefined where it does not end. */
const varint = (cursor: Cursor): number | undefined => {
  let value = 0;
  for (let index = 0; index < longestVarint; index += 1) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) return undefined;
    cursor.at += 1;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return value;
  }
  return undefined;
};

const some = (cursor: Cursor, length: number | undefined): Uint8Array | undefined => {
  if (length === undefined || cursor.at + length > cursor.bytes.length) return undefined;
  cursor.at += length;
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
};

/** By the wire type that stands before it. Groups, which nobody writes any more, are malformed. */
const fieldValue = (cursor: Cursor, type: number): Value | undefined => {
  if (type === 0) return varint(cursor);
  if (type === 1) return some(cursor, 8);
  if (type === 2) return some(cursor, varint(cursor));
  return type === 5 ? some(cursor, 4) : undefined;
};

const utf8 = new TextDecoder();
const textOf = (bytes: Uint8Array, most: number): string => utf8.decode(bytes.subarray(0, 4 * most)).slice(0, most);

export class ProtoMessage {
  readonly #fields: ReadonlyMap<number, readonly Value[]>;

  private constructor(fields: ReadonlyMap<number, readonly Value[]>) {
    this.#fields = fields;
  }

  static read(bytes: Uint8Array): ProtoMessage | undefined {
    const cursor: Cursor = { bytes, at: 0 };
    const fields = new Map<number, Value[]>();
    while (cursor.at < bytes.length) {
      const tag = varint(cursor);
      const value = tag === undefined ? undefined : fieldValue(cursor, tag % 8);
      if (tag === undefined || value === undefined) return undefined;
      const number = Math.floor(tag / 8);
      const values = fields.get(number);
      if (values) values.push(value);
      else fields.set(number, [value]);
    }
    return new ProtoMessage(fields);
  }

  /** Zero where it is absent, as the encoding has it. The last one counts. */
  number(field: number): number {
    const value = this.#fields.get(field)?.at(-1);
    return typeof value === 'number' ? value : 0;
  }

  bytes(field: number): Uint8Array | undefined {
    const value = this.#fields.get(field)?.at(-1);
    return typeof value === 'object' ? value : undefined;
  }

  /** At most so many characters, and of no more bytes than those take, which are four each. */
  text(field: number, most = Number.POSITIVE_INFINITY): string {
    const bytes = this.bytes(field);
    return bytes ? textOf(bytes, most) : '';
  }

  /** The first of a repeated field, each of at most so many characters. */
  texts(field: number, most: number, longest: number): string[] {
    return (this.#fields.get(field) ?? [])
      .slice(0, most)
      .flatMap((value) => (typeof value === 'object' ? textOf(value, longest) : []));
  }

  message(field: number): ProtoMessage | undefined {
    const bytes = this.bytes(field);
    return bytes && ProtoMessage.read(bytes);
  }

  /** Whatever in it reads as a message, but for what some fields hold: of what nobody knows what it is. */
  nested(without: readonly number[] = []): ProtoMessage[] {
    return [...this.#fields.keys()].flatMap((field) => (without.includes(field) ? [] : this.messages(field)));
  }

  /** The first of a repeated field; those that cannot be read are left out. */
  messages(field: number, most = Number.POSITIVE_INFINITY): ProtoMessage[] {
    return (this.#fields.get(field) ?? [])
      .slice(0, most)
      .flatMap((value) => (typeof value === 'object' ? (ProtoMessage.read(value) ?? []) : []));
  }
}
