import { describe, expect, it } from 'vitest';
import { createOwnName } from '../../../../lib/capture/platforms/page/own-name.ts';
import { longestName } from '../../../../lib/capture/platforms/page/short-text.ts';
import { createTabMemory } from '../../../../lib/capture/platforms/page/tab-memory.ts';

/** A tab, whose pages come one after the other. */
const tab = () => {
  const kept = new Map([['guest-name', "the page's own"]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { open: () => createOwnName(createTabMemory('guest-name', () => storage)) };
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
    const tab = createTabMemory('guest-name', () => {
      throw new Error('access is denied for this document');
    });
    const page = createOwnName(tab);
    expect(page.value).toBe('');
    page.hear('Notes');
    expect(page.value).toBe('Notes');
  });
});
