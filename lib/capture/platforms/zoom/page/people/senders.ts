/** Who has written a message. Pure but for its memory. */
import type { ParticipantView } from '../../../../meeting/view.ts';

/** What the bot writes is in the list by then, or never. */
const awaitedForMs = 30_000;

/** What the list of messages says of who has written one. */
export interface Sender {
  readonly name: string;
  /** The client's own number of them; empty where it tells none. */
  readonly user: string;
  /** Whether the client offers to write to them, which it does of nobody's own messages. */
  readonly isAnswerable: boolean;
}

type Known = Pick<ParticipantView, 'id' | 'name'>;

export interface SendersPorts {
  /** The bot, also where the client lists nobody. */
  readonly self: () => Known | undefined;
  /** Everybody else of this name. */
  readonly others: (name: string) => readonly Known[];
  readonly now: () => number;
}

export interface Senders {
  /** The bot is about to write this. */
  expect(text: string): void;
  /** Whether something that it was about to write was not seen yet. */
  isExpecting(): boolean;
  /** In another room the client numbers its users anew. */
  forget(): void;
  /** Nobody who is there, where that is not known, or not of which of several of one name. */
  of(sender: Sender, text: string): Known;
}

const isWordForSelf = (name: string): boolean => /^(?:me|you)$/i.test(name);

/**
 * The client names the bot's own messages by a word for "me" in its language, as somebody else may really be called. They are
 * known by their text, which the bot was about to write, and from then on by the number of their user. Before that the word
 * counts, where nobody who is there is called so.
 */
export const createSenders = ({ self, others, now }: SendersPorts): Senders => {
  let own_user: string | undefined;
  let awaited: readonly { readonly text: string; readonly until_ms: number }[] = [];

  /** Each text that was awaited is found once. */
  const isAwaited = (text: string): boolean => {
    const at = awaited.findIndex((one) => one.text === text && one.until_ms >= now());
    awaited = awaited.filter((_, index) => index !== at);
    return at >= 0;
  };

  const isOwn = ({ name, user, isAnswerable }: Sender, text: string): boolean => {
    if (isAnswerable) return false;
    const isNumbered = user !== '';
    if (isNumbered && user === own_user) {
      isAwaited(text);
      return true;
    }
    const isNobodys = others(name).length === 0;
    if ((isNobodys || isWordForSelf(name)) && isAwaited(text)) {
      if (isNumbered) own_user = user;
      return true;
    }
    return isNobodys && isWordForSelf(name) && (own_user === undefined || !isNumbered);
  };

  return {
    expect(text) {
      awaited = [...awaited.filter(({ until_ms }) => until_ms >= now()), { text, until_ms: now() + awaitedForMs }];
    },
    isExpecting: () => awaited.some(({ until_ms }) => until_ms >= now()),
    forget() {
      own_user = undefined;
    },
    of(sender, text) {
      const bot = self();
      if (bot && isOwn(sender, text)) return bot;
      const [one, ...more] = others(sender.name);
      return one && more.length === 0 ? one : { id: `0:${sender.name}`, name: sender.name };
    },
  };
};
