/** Which messages of the chat a tab has come across: a page that takes the place of another one in it knows them too. */
import { BoundedSet } from '../../../../process/bounded.ts';
import { createTabMemory, type TabMemory } from '../../page/tab-memory.ts';

/** Servers replay 50 (group/group.go). */
const mostKnown = 300;

export interface KnownMessages {
  /** Whether the bot was in the group before this page was loaded. */
  readonly wasThere: boolean;
  /** The bot is in the group. */
  came(): void;
  /** Answers whether it is new. */
  add(message: string): boolean;
}

export const createKnownMessages = (tab: TabMemory = createTabMemory('known-messages')): KnownMessages => {
  const before = tab.read();
  // A page may write there too: whatever it is, it holds no message.
  const known = new BoundedSet<string>(mostKnown, before === undefined ? [] : before.split('\n'));
  let isKept = before !== undefined;
  const keep = (): void => {
    isKept = true;
    tab.keep([...known].join('\n'));
  };
  return {
    wasThere: before !== undefined,
    came() {
      if (!isKept) keep();
    },
    add(message) {
      if (known.has(message)) return false;
      known.add(message);
      keep();
      return true;
    },
  };
};
