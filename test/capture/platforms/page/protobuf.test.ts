import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtoMessage } from '../../../../lib/capture/platforms/page/protobuf.ts';
import { proto } from '../../../lab/builders/proto.ts';
import '../../../lab/properties.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const read = (hex: string): ProtoMessage | undefined => ProtoMessage.read(bytes(hex));

describe('a message of Protocol Buffers', () => {
  it('reads as the examples of its documentation', () => {
    // https://protobuf.dev/programming-guides/encoding/: a = 150; b = "testing"; c { a = 150 }.
    expect(read('08 96 01')?.number(1)).toBe(150);
    expect(read('12 07 74 65 73 74 69 6e 67')?.text(2)).toBe('testing');
    expect(read('1a 03 08 96 01')?.message(3)?.number(1)).toBe(150);
  });

  it('has zero, nothing and no text where a field is absent, or is of another kind', () => {
    const message = ProtoMessage.read(proto({ 1: 5, 2: 'five' }));
    expect([message?.number(3), message?.bytes(3), message?.text(3), message?.message(3)]).toEqual([
      0,
      undefined,
      '',
      undefined,
    ]);
    expect([message?.number(2), message?.text(1)]).toEqual([0, '']);
    expect(message?.messages(9)).toEqual([]);
  });

  it('has the last one of a field that came twice, and all of one that is repeated', () => {
    const message = ProtoMessage.read(
      Buffer.concat([proto({ 1: 1 }), proto({ 1: 2 }), proto({ 2: [{ 1: 7 }, { 1: 8 }] })]),
    );
    expect(message?.number(1)).toBe(2);
    expect(message?.messages(2).map((one) => one.number(1))).toEqual([7, 8]);
    expect(ProtoMessage.read(proto({ 3: ['seven', 'eight', 'nine'] }))?.texts(3, 2, 4)).toEqual(['seve', 'eigh']);
  });

  it('skips fields of every kind that it does not know, and tells moments exactly', () => {
    const message = read(
      `09 0102030405060708 15 01020304 ${Buffer.from(proto({ 17: 1_795_000_000_123 })).toString('hex')}`,
    );
    expect(message?.number(17)).toBe(1_795_000_000_123);
  });

  it.each(['08', '08 ff', '12 05 61', '0b 08 01 0c', `08 ${'ff'.repeat(11)} 01`])(
    'is none where it is malformed: %s',
    (hex) => {
      expect(read(hex)).toBeUndefined();
    },
  );

  it('never throws, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const message = ProtoMessage.read(noise);
        message?.messages(1);
        message?.message(2)?.text(3);
        message?.number(4);
      }),
    );
  });
});
