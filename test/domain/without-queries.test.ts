import { describe, expect, it } from 'vitest';
import { withoutQueries } from '../../lib/domain/without-queries.ts';

describe('a text of which only what may be known is kept', () => {
  it.each([
    ['a passcode', 'at https://zoom.us/j/1?pwd=secret now', 'at https://zoom.us/j/1?… now'],
    ['a query without its address', 'GET /a?token=secret', 'GET /a?…'],
    ['a token behind a hash', 'https://example.com/sso#token=secret', 'https://example.com/sso#…'],
    ['one of another scheme', 'wss://example.com/a#tok=secret failed', 'wss://example.com/a#… failed'],
    ['a user and a password', 'for http://user:secret@example.com/a', 'for http://…@example.com/a'],
    ['a password with signs in it', `//user:sec'r"et@!secret@example.com/`, '//…@example.com/'],
    ['all of them', 'http://u:secret@example.com/a?secret#secret', 'http://…@example.com/a?…'],
    [
      'a query in quotes that holds quotes',
      `"https://example.com?a='secret'&b" is odd`,
      '"https://example.com?…" is odd',
    ],
    ['a query that begins with a quote', `https://example.com?'secret'x`, 'https://example.com?…'],
    ['a hash that holds a quote', 'https://example.com/#k=secret"def', 'https://example.com/#…'],
    ['what stands behind a port', 'http://example.com:80/?secret', 'http://example.com:80/?…'],
  ])('lacks %s', (_, text, kept) => {
    expect(withoutQueries(text)).toBe(kept);
  });

  it.each([
    'is it so? yes, "why?"',
    'issue #3 of a#b',
    'write to ada@example.com',
    'at file:///srv/node_modules/@scope/name/x.js:1:2',
    'https://example.com/@ada and ben@example.com',
    '["https://example.com","ada@example.com"]',
    'https://hooks.example.com/services/T0/B0/x',
  ])('is kept as it is where nothing of that is in it: %s', (text) => {
    expect(withoutQueries(text)).toBe(text);
  });

  it('stays JSON where it was', () => {
    const value = { of: 'https://u:s@example.com/?a=b', list: ['wss://example.com#x', `/a?b='c'd`], ends: '/a?b' };
    expect(JSON.parse(withoutQueries(JSON.stringify(value)))).toEqual({
      of: 'https://…@example.com/?…',
      list: ['wss://example.com#…', '/a?…'],
      ends: '/a?…',
    });
  });

  // Work that grows with the square of a text has no end here: it would be a million times a million steps.
  it.each([
    ...['http://', '//', '//a', '//a:', '://#', 'a#', '#', '?', '@', "'", '"]', '")}', 'a', '//a"', '"}'],
    ...['://a#"', '/', ':', 'a:'],
  ])('is read once, however long it is: %j again and again', (piece) => {
    for (const begun of ['', '://', '//', 'x://a#', 'x?'])
      expect(withoutQueries(begun + piece.repeat(1_000_000 / piece.length))).toContain(begun.slice(0, 3));
  });
});
