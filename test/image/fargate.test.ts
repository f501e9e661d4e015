import { expect, it } from 'vitest';
import { asOnFargate } from '../../lib/image/fargate.ts';

it('a container gets the processors and the memory of its task, and no more shared memory than on Fargate', () => {
  const options = asOnFargate({ cpu: 256, memoryMiB: 1024 }, '/profile.json').join(' ');
  expect(options).toContain('--cpus 0.25 --memory 1024m --memory-swap 1024m');
  expect(options).toContain('--shm-size 64m');
  expect(options).toContain('--security-opt seccomp=/profile.json');
  expect(options).not.toMatch(/privileged|cap-add/);
});
