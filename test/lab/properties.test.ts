import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import './properties.ts';

/** Of each number the next is said to be a shorter one. */
class NeverShort extends fc.Arbitrary<number> {
  generate() {
    return new fc.Value(0, undefined);
  }
  canShrinkWithoutContext(value: unknown): value is number {
    return typeof value === 'number';
  }
  shrink(value: number) {
    return fc.Stream.of(new fc.Value(value + 1, undefined));
  }
}

it('a property that fails is told, however long it could be made shorter', () => {
  const { interruptAfterTimeLimit } = fc.readConfigureGlobal();
  expect(interruptAfterTimeLimit).toBeGreaterThan(0);
  const never = fc.property(new NeverShort(), () => expect.unreachable());
  const { failed, counterexamplePath, errorInstance } = fc.check(never, { interruptAfterTimeLimit: 100 });
  expect([failed, counterexamplePath, errorInstance]).toEqual([true, expect.stringMatching(/^0/), expect.any(Error)]);
});

it('holds for the properties of every file', () => {
  const files = globSync('test/**/*.ts').filter((file) => /\bfc\.(?:assert|check)\(/.test(readFileSync(file, 'utf8')));
  expect(files.filter((file) => !/\/properties\.ts'/.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
});
