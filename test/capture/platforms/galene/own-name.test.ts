import { describe, expect, it } from 'vitest';
import { ownNameIn } from '../../../../lib/capture/platforms/galene/own-name.ts';

describe('the name of a bot in a Galène group', () => {
  it.each(['Notes', 'Notes (2)', 'Acme/Notes', 'Acme / Notes', '.notes', 'v1.2', 'Ünïcode 記録'])(
    '%s stays',
    (name) => {
      expect(ownNameIn(name)).toBe(name);
    },
  );

  it.each([
    ['Bot/', 'Bot'],
    ['/Bot', 'Bot'],
    ['a//b', 'a/b'],
    ['../a/./b', 'a/b'],
    // The page takes the blanks around what is typed.
    ['Bot / / ', 'Bot'],
    ['/', 'Bot'],
    ['..', 'Bot'],
    ['ACME\\Notes', 'ACME/Notes'],
    ['\\', 'Bot'],
  ])('%s, which its server refuses, is %s', (name, taken) => {
    expect(ownNameIn(name)).toBe(taken);
  });
});
