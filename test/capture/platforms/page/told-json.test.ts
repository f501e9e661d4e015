import { describe, expect, it } from 'vitest';
import { fieldsOf, jsonIn, objectOf, textOf } from '../../../../lib/capture/platforms/page/told-json.ts';

describe('what strangers tell as JSON', () => {
  it('is read from a text or from bytes, and is nothing where it is none', () => {
    const told = '{"name":"Zoë"}';
    expect([jsonIn(told), jsonIn(new TextEncoder().encode(told))]).toEqual([{ name: 'Zoë' }, { name: 'Zoë' }]);
    expect(['', '{"name":', 'Ada'].map(jsonIn)).toEqual([undefined, undefined, undefined]);
  });

  it.each([null, undefined, 7, 'Ada', [], [{ name: 'Ada' }]])('has no fields where it is %j', (told) => {
    expect([objectOf(told), fieldsOf(told)]).toEqual([undefined, {}]);
  });

  it('has the texts that it says, as far as they are read', () => {
    const { name, age } = fieldsOf({ name: 'Ada', age: 7 });
    expect([textOf(name), textOf(name, 2), textOf(age)]).toEqual(['Ada', 'Ad', '']);
  });
});
