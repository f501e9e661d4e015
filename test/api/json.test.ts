import { expect, it } from 'vitest';
import { jsonOf } from '../../lib/api/json.ts';
import { ValidationError } from '../../lib/domain/errors.ts';

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

it('a body comes out as it went in', () => {
  const value = { text: 'Zoë 👩🏽‍💻', numbers: [0, -1.5, 9_007_199_254_740_991], nothing: null, deep: { list: [[]] } };
  expect(jsonOf(JSON.stringify(value))).toEqual(value);
  expect(jsonOf(nested(64))).toBeDefined();
});

it.each<[string | undefined, string, string]>([
  [undefined, 'body', 'is required: send a JSON object'],
  [' \n', 'body', 'is required: send a JSON object'],
  ['{"a":}', 'body', 'is not valid JSON: '],
  [nested(65), 'a', 'is nested more than 64 levels deep'],
  ['{"a":[9007199254740993]}', 'a.0', 'is a number too large to be kept exactly: send it as a string'],
  ['{"a":"\\ud83d"}', 'a', 'holds half of a surrogate pair'],
  ['{"a":{"__proto__":1}}', 'a.__proto__', 'is not a possible name'],
  ['{"\\ud83d":1}', '\ufffd', 'is not a possible name'],
])('%j is refused, for %s', (body, field, fault) => {
  const read = () => jsonOf(body);
  expect(read).toThrow(ValidationError);
  expect(read).toThrow(expect.objectContaining({ errors: { [field]: [expect.stringContaining(fault)] } }));
});
