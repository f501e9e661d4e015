/** What the bot called itself in the form. A page that takes the place of that one in the same tab knows it too. */
import { shortText } from './short-text.ts';
import { createTabMemory, type TabMemory } from './tab-memory.ts';

export interface OwnName {
  /** What stands in the form. */
  hear(written: string): void;
  /** Empty while nobody has heard it. */
  readonly value: string;
}

export const createOwnName = (tab: TabMemory = createTabMemory('guest-name')): OwnName => {
  let name = '';
  return {
    hear(written) {
      const now = shortText(written.trim());
      if (now === '' || now === name) return;
      name = now;
      tab.keep(name);
    },
    get value() {
      name ||= tab.read() ?? '';
      return name;
    },
  };
};
