import { describe, expect, it } from 'vitest';
import { initialsOf, shortened } from '../../../../../../lib/capture/programs/media-worker/views/drawing/names.ts';

describe('the initials of a name', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Ada King, Countess of Lovelace', 'AL'],
    ['(Guest) Ada', 'GA'],
    ['Ольга Ладыженская', 'ОЛ'],
    ['山田 太郎', '山太'],
    ['  ', '?'],
    ['🎷', '🎷'],
    ['Élodie d’Arc', 'ÉD'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('a long name', () => {
  const upTo = (length: number) => (text: string) => [...text].length <= length;

  it('stays whole where it fits', () => {
    expect(shortened(' Ada   Lovelace ', upTo(12))).toBe('Ada Lovelace');
  });

  it('ends with dots where it does not, without a space before them', () => {
    expect(shortened('Ada Lovelace', upTo(8))).toBe('Ada Lov…');
    expect(shortened('Ada Lovelace', upTo(5))).toBe('Ada…');
  });

  it('is never cut inside of what people take for one sign', () => {
    expect(shortened('👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family', upTo(9))).toBe('👩‍👩‍👧‍👦…');
  });
});
