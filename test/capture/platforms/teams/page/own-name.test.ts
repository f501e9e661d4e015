import { describe, expect, it } from 'vitest';
import { longestName } from '../../../../../lib/capture/platforms/page/short-text.ts';
import { createOwnName } from '../../../../../lib/capture/platforms/teams/page/own-name.ts';

/** A tab, whose pages come one after the other. */
const tab = () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { open: () => createOwnName(() => storage) };
};

describe('the name of the bot', () => {
  it('is what it has written into the form, in pages that follow too', () => {
    const { open } = tab();
    const light = open();
    expect(light.value).toBe('');
    light.hear('Notes ');
    expect([light.value, open().value]).toEqual(['Notes', 'Notes']);
  });

  it('is what stands in the form last', () => {
    const { open } = tab();
    const page = open();
    for (const written of ['N', 'No', '', 'Minutes', ' ']) page.hear(written);
    expect([page.value, open().value]).toEqual(['Minutes', 'Minutes']);
  });

  it('is as long as the names of people are told', () => {
    const page = tab().open();
    page.hear('x'.repeat(1_000));
    expect(page.value.length).toBe(longestName);
  });

  it('is known to the page itself where it may keep nothing', () => {
    const page = createOwnName(() => {
      throw new Error('access is denied for this document');
    });
    expect(page.value).toBe('');
    page.hear('Notes');
    expect(page.value).toBe('Notes');
  });
});
