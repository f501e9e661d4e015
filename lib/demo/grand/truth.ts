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

/** A stretch in which the bot was in a room of the meeting, as it said itself. */
export interface Presence extends Stretch {
  readonly place: 'main_room' | 'breakout_room';
}

export interface Message {
  readonly who: string;
  readonly text: string;
  /** It was written where the bot was: what is written elsewhere, or while it was on its way, nobody shows it. */
  readonly isDue: boolean;
}

// A message is told of when whoever wrote it is through with it, which takes a moment on a busy machine.
const writingMarginMs = 2_000;
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

type Separations = ReturnType<typeof separations>;

/** Whether somebody was in the bot's room all the time, or on the way there. */
const isTogether = (apart: Separations, bot_name: string, who: string, { from_ms, until_ms }: Stretch): boolean =>
  apart.every(
    (rooms) =>
      until_ms < rooms.from_ms ||
      from_ms > rooms.until_ms + moveMarginMs ||
      rooms.roomOf(who) === rooms.roomOf(bot_name),
  );

/** Whether nobody changed rooms just before. */
const isSettled = (apart: Separations, at_ms: number): boolean =>
  apart.every(({ from_ms, until_ms }) =>
    [from_ms, until_ms].every((moved_ms) => at_ms < moved_ms || at_ms > moved_ms + moveMarginMs),
  );

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
  return events
    .filter(({ type }) => type === 'say')
    .map(({ who = '', text = '', timestamp_ms, duration_ms = 0 }) => {
      const until_ms = timestamp_ms + duration_ms;
      const together = isTogether(apart, bot_name, who, { from_ms: timestamp_ms, until_ms });
      const begunTogether = isTogether(apart, bot_name, who, { from_ms: timestamp_ms, until_ms: timestamp_ms });
      const within = recorded.some(
        (part) => timestamp_ms >= part.from_ms && until_ms + captionMarginMs <= part.until_ms,
      );
      const touched = allowed.some((part) => timestamp_ms < part.until_ms && until_ms + captionMarginMs > part.from_ms);
      return {
        ...{ who, text, from_ms: timestamp_ms, until_ms },
        isDue: together && within && isSettled(apart, timestamp_ms) && isSettled(apart, until_ms),
        // Its beginning was heard where people part before it is over.
        isAllowed: begunTogether && touched,
      };
    });
};

/**
 * The public messages, and those to the bot, as they read at last; whether it recorded does not matter: chat is always read.
 * `present`: where the bot was, and when.
 */
export const messagesOf = (
  events: readonly ScriptEvent[],
  present: readonly Presence[],
  bot_name: string,
): Message[] => {
  const apart = separations(events);
  const isDue = (who: string, at_ms: number): boolean => {
    const stretch = { from_ms: at_ms - writingMarginMs, until_ms: at_ms };
    const rooms = apart.find(({ from_ms, until_ms }) => at_ms >= from_ms && at_ms <= until_ms);
    const place = rooms?.roomOf(bot_name) === undefined ? 'main_room' : 'breakout_room';
    const isThere = present.some(
      (part) => part.place === place && part.from_ms <= stretch.from_ms && part.until_ms >= at_ms,
    );
    return isThere && isTogether(apart, bot_name, who, stretch) && isSettled(apart, at_ms);
  };
  const written = events.flatMap((event) => {
    const { type, who = '', text = '', timestamp_ms, to } = event;
    if (type !== 'chat') return [];
    return [{ who, text, to: String(to ?? 'everyone'), timestamp_ms, isDue: isDue(who, timestamp_ms) }];
  });
  for (const { type, who, text = '', timestamp_ms } of events) {
    if (type !== 'edit_chat') continue;
    const edited = written.findLast((message) => message.who === who && message.timestamp_ms < timestamp_ms);
    if (edited) edited.text = text;
  }
  return written
    .filter(({ to }) => to === 'everyone' || to === bot_name)
    .map(({ who, text, isDue }) => ({ who, text, isDue }));
};
