import { describe, expect, it } from 'vitest';
import { askForForeign, sendBadRequests, sendNoise } from '../../lab/api/bad-input.ts';
import { runs } from '../../lab/properties.ts';

describe('bad input', () => {
  it('is refused, whatever is bad about it, without a write and without telling anything', async () => {
    const { sent, wrong } = await sendBadRequests();
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(3000);
  });

  it('that is mere noise is never a fault of ours', async () => {
    expect((await sendNoise(runs(300))).wrong).toEqual([]);
  });

  it('is the id of another project: every route answers as for one that never was, byte for byte', async () => {
    expect((await askForForeign()).wrong).toEqual([]);
  });
});
