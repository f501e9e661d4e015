/** Bits as H.264 writes them (ITU-T H.264, 7.2 and 9.1). Pure. */

/** The bytes of a unit without those that keep it from looking like a start code (7.4.1). */
export const unescaped = (unit: Uint8Array): Uint8Array => {
  const bytes: number[] = [];
  for (const [i, byte] of unit.entries())
    if (!(byte === 3 && i >= 2 && unit[i - 1] === 0 && unit[i - 2] === 0)) bytes.push(byte);
  return Uint8Array.from(bytes);
};

/** Reads; past the end there are zeros. */
export const createBitReader = (bytes: Uint8Array) => {
  let at = 0;
  const bit = (): number => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const number = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1) value = value * 2 + bit();
    return value;
  };
  const unsigned = (): number => {
    let zeros = 0;
    while (zeros < 32 && bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + number(zeros);
  };
  return {
    bit,
    number,
    unsigned,
    signed(): number {
      const value = unsigned();
      return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
    },
  };
};

export const createBitWriter = () => {
  const bytes: number[] = [];
  let filled = 0;
  const bit = (value: number): void => {
    if (filled % 8 === 0) bytes.push(0);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | (value << (7 - (filled % 8)));
    filled += 1;
  };
  const writer = {
    number(value: number, count: number) {
      for (let i = count - 1; i >= 0; i -= 1) bit((value >> i) & 1);
      return writer;
    },
    /** The same as unsigned and as signed where it is 0. */
    unsigned(value: number) {
      const length = Math.floor(Math.log2(value + 1));
      return writer.number(0, length).number(value + 1, length + 1);
    },
    align() {
      while (filled % 8 !== 0) bit(0);
      return writer;
    },
    /** A whole unit: its header, what was written, the stop bit, and escapes. */
    unit(header: number): Buffer {
      bit(1);
      const escaped = [header];
      for (const byte of bytes) {
        if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3);
        escaped.push(byte);
      }
      return Buffer.from(escaped);
    },
  };
  return writer;
};
