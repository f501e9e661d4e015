import { expect, it } from 'vitest';
import { likest } from './likeness.ts';
import { speechOf } from './speech.ts';

it('knows whose words a piece is of, however loud', async () => {
  const [elena, jonas] = [await speechOf('elena-01', 8_000), await speechOf('jonas-01', 8_000)];
  const piece = jonas.slice(-8_000).map((sample) => sample / 2);
  expect(likest(piece, [elena, jonas], 8_000)).toBe(1);
  expect(likest(elena.slice(4_000, 12_000), [elena, jonas], 8_000)).toBe(0);
});
