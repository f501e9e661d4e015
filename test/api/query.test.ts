import { describe, expect, it } from 'vitest';
import { queryOf } from '../../lib/api/query.ts';

describe('a query', () => {
  it('is an object whose repeated parameters are lists, whatever their names', () => {
    expect(queryOf('a=1&b=2&a=3&a=%26&c=')).toEqual({ a: ['1', '3', '&'], b: '2', c: '' });
    expect(Object.keys(queryOf('__proto__=1&constructor=2'))).toEqual(['__proto__', 'constructor']);
  });

  it.each(['a=1&a=2', 'a[]=1&a[]=2', 'a[0]=1&a[1]=2', 'a%5B%5D=1&a%5B%5D=2', 'a=1&a[]=2'])(
    'is the same however a library writes lists: %s',
    (query) => expect(queryOf(query)).toEqual({ a: ['1', '2'] }),
  );

  it('has other names as they are', () => {
    expect(queryOf('a[b]=1&[]=2&[]a=3&a[]b=4')).toEqual({ 'a[b]': '1', '[]': '2', '[]a': '3', 'a[]b': '4' });
  });
});
