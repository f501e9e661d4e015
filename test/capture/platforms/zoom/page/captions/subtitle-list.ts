/**
 * A model of what Zoom's client shows below the picture, as its package does it (`@zoom/meetingsdk` 6.2.0): a line for each
 * of the last two who spoke, whoever began last on top, of what each said in the last twenty seconds. It is known who said what.
 */
import type { CaptionRow } from '../../../../../../lib/capture/platforms/zoom/page/captions/same-caption.ts';

interface Message {
  readonly owner: number;
  readonly begun_ms: number;
  words: string[];
  changed_ms: number;
  /** For too long said. What the client shows once more, a minute later, is left out of the model. */
  isGone: boolean;
}

export interface Origin {
  readonly owner: number;
  /** How often it may be told at most. */
  readonly most: number;
}

export const acts = ['begin', 'goOn', 'correct', 'rewrite'] as const;

export interface Act {
  readonly does: (typeof acts)[number];
  readonly which: number;
}

const shownForMs = 20_000;
const mostMessages = 6;
const mostPeople = 2;
const finalAfterMs = 2_000;

const isShown = ({ begun_ms }: Message, now_ms: number): boolean =>
  // The client looks at the seconds only.
  Math.floor(now_ms / 1_000 - Math.floor(begun_ms / 1_000)) % 60 < shownForMs / 1_000;

export const createSubtitleList = (people: number) => {
  const messages: Message[] = [];
  const origins = new Map<string, Message>();
  /** How often words of somebody were replaced. */
  const changes = new Map<number, number>();
  let rows: readonly CaptionRow[] = [];
  let now_ms = 0;
  let heard = 0;

  const word = (message: Message): string => {
    const count = origins.size;
    const text = `q${String.fromCharCode(97 + (Math.floor(count / 26) % 26), 97 + (count % 26))}x`;
    origins.set(text, message);
    return text;
  };
  /** It is made anew with what is said, and not as time passes. */
  const show = (): void => {
    const those = new Map<number, Message[]>();
    const gone = messages.findLastIndex((message) => message.isGone || !isShown(message, now_ms));
    for (const message of messages.slice(0, gone + 1)) message.isGone = true;
    for (const message of messages.slice(gone + 1).toReversed()) {
      if (!those.has(message.owner) && those.size === mostPeople) continue;
      const before = those.get(message.owner) ?? [];
      those.set(message.owner, before.length < mostMessages ? [...before, message] : before);
    }
    rows = [...those]
      .toSorted(([, [one]], [, [other]]) => (other?.begun_ms ?? 0) - (one?.begun_ms ?? 0))
      .map(([owner, own]) => ({
        speaker: undefined,
        time: '',
        face: `face ${owner}`,
        text: own
          .toReversed()
          .map(({ words }) => words.join(' '))
          .join(' '),
      }));
  };
  const change = (message: Message, words: (message: Message) => string[]): void => {
    Object.assign(message, { words: words(message), changed_ms: now_ms });
    heard = message.owner;
    show();
  };
  const replace = (message: Message, words: (message: Message) => string[]): void => {
    changes.set(message.owner, (changes.get(message.owner) ?? 0) + 1);
    change(message, words);
  };
  const begin = (owner: number): Message => {
    const message: Message = { owner, begun_ms: now_ms, words: [], changed_ms: now_ms, isGone: false };
    messages.push(message);
    return message;
  };
  /** The last one or the one before, where it may go on. */
  const openAt = (which: number): Message => {
    const open = messages.filter(
      ({ changed_ms, begun_ms, isGone }) => !isGone && now_ms - changed_ms < 10_000 && now_ms - begun_ms < 15_000,
    );
    return open.at(-1 - (which % 2)) ?? open.at(-1) ?? begin(which % people);
  };

  const does: Record<Act['does'], (which: number) => void> = {
    begin: (which) => change(begin(which % people), (message) => [which % 4 === 3 ? 'Yes.' : word(message)]),
    goOn: (which) => change(openAt(which), (message) => [...message.words, word(message)]),
    correct: (which) => replace(openAt(which), (message) => [...message.words.slice(0, -1), word(message)]),
    rewrite: (which) => replace(openAt(which), (message) => [word(message), ...message.words.slice(1)]),
  };

  return {
    act({ does: what, which }: Act): void {
      does[what](which);
    },
    wait(ms: number): void {
      now_ms += ms;
    },
    now: () => now_ms,
    heard: () => heard,
    get rows(): readonly CaptionRow[] {
      return rows;
    },
    origin(text: string): Origin | undefined {
      const message = origins.get(text);
      return message && { owner: message.owner, most: 1 + (changes.get(message.owner) ?? 0) };
    },
    /** Words that were not replaced. */
    isLeft: (text: string): boolean => origins.get(text)?.words.includes(text) ?? false,
    finalAfterMs,
  };
};
