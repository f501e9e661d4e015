/** What the bot called itself in the form. A page that takes the place of that one in the same tab knows it too. */
import { shortText } from '../../page/short-text.ts';

const key = 'guest-name';

export interface OwnName {
  /** What stands in the form. */
  hear(written: string): void;
  /** Empty while nobody has heard it. */
  readonly value: string;
}

/** `storage` is the tab's; pages that have none, such as one that has nowhere come from, keep the name to themselves. */
export const createOwnName = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): OwnName => {
  let name = '';
  const kept = (): string => {
    try {
      return storage().getItem(key) ?? '';
    } catch {
      return '';
    }
  };
  const keep = (): void => {
    try {
      storage().setItem(key, name);
    } catch {
      // It is known here all the same.
    }
  };
  return {
    hear(written) {
      const now = shortText(written.trim());
      if (now === '' || now === name) return;
      name = now;
      keep();
    },
    get value() {
      name ||= kept();
      return name;
    },
  };
};
