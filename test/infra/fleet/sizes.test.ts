import { describe, expect, it } from 'vitest';
import { SizeSetting } from '../../../lib/infra/fleet/sizes.ts';

describe('the size of a task', () => {
  it.each([
    ['0.25/0.5', { cpu: 256, memoryMiB: 512 }],
    ['0.5/2', { cpu: 512, memoryMiB: 2048 }],
    ['4/30', { cpu: 4096, memoryMiB: 30_720 }],
  ])('is said as %s', (text, size) => {
    expect(SizeSetting.parse(text)).toEqual(size);
  });

  it.each([
    ['0.5/8', 'with 0.5 vCPU Fargate sells 1, 2, 3, 4 GB'],
    ['3/8', 'Fargate sells 0.25, 0.5, 1, 2, 4 vCPU'],
    ['large', 'Fargate sells 0.25, 0.5, 1, 2, 4 vCPU'],
    ['1/2/3', 'must be vCPU/GB, such as 0.5/2'],
  ])('%s is refused with what there is', (text, choice) => {
    expect(() => SizeSetting.parse(text)).toThrow(choice);
  });
});
