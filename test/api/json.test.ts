import { expect, it } from 'vitest';
import { jsonOf } from '../../lib/api/json.ts';
import { ValidationError } from '../../lib/domain/errors.ts';

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

it('a body comes out as it went in', () => {
  const value = { text: 'Zoë 👩🏽‍💻', numbers: [0, -1.5, 9_007_199_254_740_991], nothing: null, deep: { list: [[]] } };
  expect(jsonOf(JSON.stringify(value))).toEqual(value);
  expect(jsonOf(nested(64))).toBeDefined();
});

const listed = (values: number): string => `{"a":[${Array(values).fill(0).join()}]}`;

it('a text may hold as many commas and brackets as it likes', () => {
  const value = { text: '",[{\\'.repeat(10_000) };
  expect(jsonOf(JSON.stringify(value))).toEqual(value);
  expect(jsonOf(listed(9998))).toEqual({ a: Array(9998).fill(0) });
});

it.each<[string | undefined, string, string]>([
  [undefined, 'body', 'is required: send a JSON object'],
  [' \n', 'body', 'is required: send a JSON object'],
  ['{"a":}', 'body', 'is not valid JSON: '],
  [listed(9999), 'body', 'holds more than 10000 values'],
  ['['.repeat(3_000_000), 'body', 'holds more than 10000 values'],
  [nested(65), 'a', 'is nested more than 64 levels deep'],
  ['{"a":[9007199254740993]}', 'a.0', 'is a number too large to be kept exactly: send it as a string'],
  ['{"a":"\\ud83d"}', 'a', 'holds half of a surrogate pair'],
  ['{"a":{"__proto__":1}}', 'a.__proto__', 'is not a possible name'],
  ['{"\\ud83d":1}', '\ufffd', 'is not a possible name'],
  [`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 'a', 'is nested more than 64 levels deep'],
  ['{"a":{"b":[1,{}]},"c":{"d":[0,"\\ud83d"]}}', 'c.d.1', 'holds half of a surrogate pair'],
])('%.60j is refused, for %s', (body, field, fault) => {
  const read = () => jsonOf(body);
  expect(read).toThrow(ValidationError);
  expect(read).toThrow(expect.objectContaining({ errors: { [field]: [expect.stringContaining(fault)] } }));
});
