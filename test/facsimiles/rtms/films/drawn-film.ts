/**
 * A film of any size without an encoder: grey, every picture but the key ones a copy of the one before (ITU-T H.264, constrained baseline).
 * Bytes that no decoder looks at bring each picture to the size that a camera's would have.
 */
import type { Frame } from './footage.ts';

/** Bits, most significant first, with the standard's Exp-Golomb codes (9.1). */
class Bits {
  #text = '';
  u(bits: number, value: number): this {
    this.#text += value.toString(2).padStart(bits, '0');
    return this;
  }
  ue(...values: number[]): this {
    for (const value of values) {
      const code = (value + 1).toString(2);
      this.#text += '0'.repeat(code.length - 1) + code;
    }
    return this;
  }
  repeat(times: number, pattern: string): this {
    this.#text += pattern.repeat(times);
    return this;
  }
  /** Whole bytes, with the stop bit (7.3.2.11). */
  bytes(): number[] {
    const text = `${this.#text}1`;
    return (text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  }
}

/** A unit behind its start code; no three bytes within look like one (7.4.1). */
const unit = (header: number, payload: readonly number[]): number[] => {
  const escaped: number[] = [];
  for (const byte of payload) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3);
    escaped.push(byte);
  }
  return [0, 0, 0, 1, header, ...escaped];
};

const unitTypes = { slice: 0x41, idr: 0x65, sei: 0x06, sps: 0x67, pps: 0x68 } as const;

/** A message of the user's own (D.1.7), of about so many bytes in all. */
const padding = (bytes: number): number[] => {
  const body = Math.max(17, bytes - 8 - Math.floor(bytes / 255));
  const size = [...Array<number>(Math.floor(body / 255)).fill(255), body % 255];
  return unit(unitTypes.sei, [5, ...size, ...Array<number>(body).fill(0x55), 0x80]);
};

export interface Drawing {
  /** Multiples of 16. */
  readonly width: number;
  readonly height: number;
  /** From one key picture to the next. */
  readonly pictures: number;
  readonly bytesPerPicture: number;
}

/** As many pictures as there are from one key picture to the next: to be shown again and again. */
export const drawnFilm = ({ width, height, pictures, bytesPerPicture }: Drawing): Frame[] => {
  const [columns, rows] = [width / 16, height / 16];
  const macroblocks = columns * rows;
  // 7.3.2.1: level 3.1, order of output as decoded, one reference, frames only.
  const sps = unit(
    unitTypes.sps,
    new Bits()
      .u(8, 66)
      .u(8, 0xc0)
      .u(8, 31)
      .ue(0, 0, 2, 1)
      .u(1, 0)
      .ue(columns - 1, rows - 1)
      .u(4, 0b1100)
      .bytes(),
  );
  // 7.3.2.2: CAVLC, nothing special.
  const pps = unit(unitTypes.pps, new Bits().ue(0, 0).u(2, 0).ue(0, 0, 0).u(3, 0).ue(0, 0, 0).u(3, 0).bytes());
  // 7.3.3, 7.3.5: macroblocks of 16 × 16 that are predicted from nothing, and left so.
  const idr = new Bits().ue(0, 7, 0).u(4, 0).ue(0).u(2, 0).ue(0).repeat(macroblocks, '00100111');
  return Array.from({ length: pictures }, (_, n) => {
    // All macroblocks skipped.
    const copy = () =>
      new Bits()
        .ue(0, 5, 0)
        .u(4, n % 16)
        .u(3, 0)
        .ue(0, macroblocks);
    const picture =
      n === 0 ? [...sps, ...pps, ...unit(unitTypes.idr, idr.bytes())] : unit(unitTypes.slice, copy().bytes());
    const sets = n === 0 ? sps.length + pps.length : 0;
    const filling = bytesPerPicture > picture.length ? padding(bytesPerPicture - picture.length) : [];
    return { key: n === 0, bytes: Uint8Array.from([...picture.slice(0, sets), ...filling, ...picture.slice(sets)]) };
  });
};
