import { expect, it } from 'vitest';
import { writeProto } from '../../../../lib/capture/platforms/page/protobuf-writer.ts';

it('writes numbers, texts of any length, lists and what is nested, as the encoding has them', () => {
  expect(writeProto({ 1: ['TR_ada', ''], 3: 1, 5: 1_280 })).toEqual(
    Uint8Array.from([0x0a, 6, ...Buffer.from('TR_ada'), 0x0a, 0, 0x18, 1, 0x28, 0x80, 0x0a]),
  );
  const long = 'é'.repeat(100);
  expect(writeProto({ 16: writeProto({ 1: [long] }) })).toEqual(
    Uint8Array.from([0x82, 0x01, 0xcb, 0x01, 0x0a, 0xc8, 0x01, ...Buffer.from(long)]),
  );
});
