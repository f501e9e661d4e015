import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiKeyFrom, isWellFormedKey } from '../../lib/domain/access/api-key.ts';
import { type IdKind, idOf, idPrefixes, newId, sortableId } from '../../lib/domain/ids.ts';
import '../lab/properties.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });

describe('an id', () => {
  it.each(Object.entries(idPrefixes))('of a %s begins with %s and goes on for 26 characters', (kind, prefix) => {
    const id = newId(kind as IdKind, at, randomBytes(10));
    expect(id).toMatch(new RegExp(`^${prefix}[0-9A-HJKMNP-TV-Z]{26}$`));
    expect(idOf(kind as IdKind).safeParse(id).success).toBe(true);
  });

  it('sorts by creation', () => {
    fc.assert(
      fc.property(moment, moment, random, random, (a, b, x, y) => {
        fc.pre(a.getTime() !== b.getTime());
        expect(sortableId(a, x) < sortableId(b, y)).toBe(a.getTime() < b.getTime());
      }),
    );
  });

  it('is another one for other randomness', () => {
    fc.assert(
      fc.property(random, random, (x, y) => {
        expect(sortableId(at, x) === sortableId(at, y)).toBe(Buffer.compare(x, y) === 0);
      }),
    );
  });

  it.each(['', 'bot_', 'bot_1', `cal_${'0'.repeat(26)}`, `bot_${'0'.repeat(27)}`, `bot_${'u'.repeat(26)}`])(
    'is none of a bot: %j',
    (text) => {
      expect(idOf('bot').safeParse(text).success).toBe(false);
    },
  );
});

describe('an API key', () => {
  it('is mb_, 40 characters and a checksum', () => {
    const key = apiKeyFrom(randomBytes(96));
    expect(key).toMatch(/^mb_[0-9A-Za-z]{46}$/);
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('with any one character mistyped is seen to be wrong', () => {
    const key = apiKeyFrom(Uint8Array.from({ length: 96 }, (_, i) => i));
    for (let i = 3; i < key.length; i += 1) {
      for (const character of ['0', 'Z', 'a']) {
        const mistyped = key.slice(0, i) + character + key.slice(i + 1);
        expect(isWellFormedKey(mistyped)).toBe(mistyped === key);
      }
    }
  });

  it.each(['', 'mb_', 'mb', `sk_${'a'.repeat(46)}`, `mb_${'a'.repeat(46)}`, `mb_${'ä'.repeat(46)}`])(
    'is none: %j',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    },
  );

  it('needs enough randomness that favours no character', () => {
    expect(() => apiKeyFrom(new Uint8Array(39))).toThrow(RangeError);
    expect(() => apiKeyFrom(new Uint8Array(96).fill(255))).toThrow(RangeError);
  });
});
