import { describe, expect, it } from 'vitest';
import { isRecord, jsonIn } from '../../lib/domain/json.ts';

describe('JSON that came from elsewhere', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['', undefined],
    ['{', undefined],
  ])('%j says %j', (text, said) => {
    expect(jsonIn(text)).toEqual(said);
  });

  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    ['{}', false],
    [undefined, false],
  ])('%j is a record: %j', (value, is) => {
    expect(isRecord(value)).toBe(is);
  });
});
