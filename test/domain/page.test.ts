import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidCursorError } from '../../lib/domain/errors.ts';
import { type Cursor, decodeCursor, encodeCursor } from '../../lib/domain/page.ts';
import { anyText } from '../lab/properties.ts';

const secret = 'a secret of the project';
const scope = '["prj_1","/api/v1/bots",[]]';
const anyCursor: fc.Arbitrary<Cursor> = fc.record(
  {
    position: anyText.map((text) => text.toWellFormed()),
    direction: fc.constantFrom('next' as const, 'previous' as const),
    inclusive: fc.constant(true as const),
  },
  { requiredKeys: ['position', 'direction'] },
);

describe('a cursor', () => {
  it('comes back as it was, for the same list', () => {
    fc.assert(
      fc.property(anyCursor, fc.string(), (cursor, list) => {
        expect(decodeCursor(encodeCursor(cursor, list, secret), list, secret)).toEqual(cursor);
      }),
    );
  });

  it('fits into a URL as it is', () => {
    fc.assert(
      fc.property(anyCursor, (cursor) => {
        expect(encodeCursor(cursor, scope, secret)).toMatch(/^[\w-]+$/);
      }),
    );
  });

  it('is refused for another list, or another secret', () => {
    const text = encodeCursor({ position: 'bot_1', direction: 'next' }, scope, secret);
    expect(() => decodeCursor(text, scope.replace('prj_1', 'prj_2'), secret)).toThrow(InvalidCursorError);
    expect(() => decodeCursor(text, scope, 'another secret')).toThrow(InvalidCursorError);
  });

  it('is refused with any bit of it changed', () => {
    const bytes = Buffer.from(encodeCursor({ position: 'bot_1', direction: 'next' }, scope, secret), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => decodeCursor(changed.toString('base64url'), scope, secret)).toThrow(InvalidCursorError);
    }
  });

  it('is refused when it is cut, lengthened or padded', () => {
    const text = encodeCursor({ position: 'bot_1', direction: 'next' }, scope, secret);
    for (let length = 0; length < text.length; length += 1) {
      expect(() => decodeCursor(text.slice(0, length), scope, secret)).toThrow(InvalidCursorError);
    }
    for (const more of ['A', '=', '==', ' ', '\n', '!', '%3D']) {
      expect(() => decodeCursor(text + more, scope, secret)).toThrow(InvalidCursorError);
    }
  });

  it('is refused when it is garbage of any kind', () => {
    const garbage = fc.oneof(
      anyText,
      fc.base64String(),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.json(),
    );
    fc.assert(
      fc.property(garbage, (text) => {
        expect(() => decodeCursor(text, scope, secret)).toThrow(InvalidCursorError);
      }),
    );
  });
});
