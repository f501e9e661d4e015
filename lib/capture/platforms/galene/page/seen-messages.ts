/** Which messages of the chat a tab has come across: a page that takes the place of another one in it knows them too. */
import { BoundedSet } from '../../../../process/bounded.ts';

const key = 'seen-messages';
/** Servers replay 50 (group/group.go). */
const mostSeen = 300;

export interface SeenMessages {
  /** Whether the bot was in the group before this page was loaded. */
  readonly wasThere: boolean;
  /** The bot is in the group. */
  came(): void;
  /** Answers whether it is new. */
  add(message: string): boolean;
}

/** `storage` is the tab's; pages that have none know nothing of those before them. */
export const createSeenMessages = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): SeenMessages => {
  const kept = (): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const before = kept();
  // A page may write there too: whatever it is, it holds no message.
  const seen = new BoundedSet<string>(mostSeen, before === null ? [] : before.split('\n'));
  let isKept = before !== null;
  const keep = (): void => {
    isKept = true;
    try {
      storage().setItem(key, [...seen].join('\n'));
    } catch {
      // It is known here all the same.
    }
  };
  return {
    wasThere: before !== null,
    came() {
      if (!isKept) keep();
    },
    add(message) {
      if (seen.has(message)) return false;
      seen.add(message);
      keep();
      return true;
    },
  };
};
