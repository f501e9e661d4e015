/** What a bot should have brought home from a scripted meeting, by what the people did and when it was recording. */
import type { ScriptEvent } from '../../demo-room/scripted/stage.ts';

/** A stretch of time in Unix ms. */
export interface Stretch {
  readonly from_ms: number;
  readonly until_ms: number;
}

export interface Sentence {
  readonly who: string;
  readonly text: string;
  readonly from_ms: number;
  readonly until_ms: number;
  /** It was said where the bot was, and through before the recording was. */
  readonly isDue: boolean;
  /** It was said where the bot was, at least in part while it recorded. */
  readonly isAllowed: boolean;
}

// A caption is final a moment after the sentence.
const captionMarginMs = 1_500;
// Moving between rooms takes a moment.
const moveMarginMs = 4_000;

const allTime = Number.POSITIVE_INFINITY;

/** The times in which people were apart, and who was where: names of the main room are in none. */
const separations = (events: readonly ScriptEvent[]) =>
  events
    .filter(({ type }) => type === 'open_breakouts')
    .map(({ timestamp_ms, rooms }) => {
      const closed = events.find((event) => event.type === 'close_breakouts' && event.timestamp_ms > timestamp_ms);
      return {
        from_ms: timestamp_ms,
        until_ms: closed?.timestamp_ms ?? allTime,
        roomOf: (name: string) =>
          Object.entries(rooms as Record<string, string[]>).find(([, names]) => names.includes(name))?.[0],
      };
    });

/**
 * Every sentence of the meeting, in order. `recorded` are the stretches that the recording holds, `allowed` those in
 * which the bot was in a state to record.
 */
export const sentencesOf = (
  events: readonly ScriptEvent[],
  { recorded, allowed }: { readonly recorded: readonly Stretch[]; readonly allowed: readonly Stretch[] },
  bot_name: string,
): Sentence[] => {
  const apart = separations(events);
  const isTogether = (who: string, at_ms: number, until_ms: number): boolean =>
    apart.every(
      ({ from_ms, until_ms: end_ms, roomOf }) =>
        until_ms < from_ms || at_ms > end_ms + moveMarginMs || roomOf(who) === roomOf(bot_name),
    );
  const isSettled = (at_ms: number): boolean =>
    apart.every(({ from_ms, until_ms }) =>
      [from_ms, until_ms].every((moved_ms) => at_ms < moved_ms || at_ms > moved_ms + moveMarginMs),
    );
  return events
    .filter(({ type }) => type === 'say')
    .map(({ who = '', text = '', timestamp_ms, duration_ms = 0 }) => {
      const until_ms = timestamp_ms + duration_ms;
      const together = isTogether(who, timestamp_ms, until_ms);
      const within = recorded.some(
        (part) => timestamp_ms >= part.from_ms && until_ms + captionMarginMs <= part.until_ms,
      );
      const touched = allowed.some((part) => timestamp_ms < part.until_ms && until_ms + captionMarginMs > part.from_ms);
      return {
        ...{ who, text, from_ms: timestamp_ms, until_ms },
        isDue: together && within && isSettled(timestamp_ms) && isSettled(until_ms),
        isAllowed: together && touched,
      };
    });
};

/** The public messages, and those to the bot, as they read at last; `recorded` does not matter: chat is always read. */
export const messagesOf = (events: readonly ScriptEvent[], bot_name: string) => {
  const written = events.flatMap((event) => {
    const { type, who = '', text = '', timestamp_ms, to } = event;
    return type === 'chat' ? [{ who, text, to: String(to ?? 'everyone'), timestamp_ms }] : [];
  });
  for (const { type, who, text = '', timestamp_ms } of events) {
    if (type !== 'edit_chat') continue;
    const edited = written.findLast((message) => message.who === who && message.timestamp_ms < timestamp_ms);
    if (edited) edited.text = text;
  }
  return written.filter(({ to }) => to === 'everyone' || to === bot_name);
};
