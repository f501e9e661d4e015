/** The end of a session that needs telling. */
import type { BotLine } from './bot-line.ts';
import type { Session } from './course.ts';
import { applicable, type Ending } from './leaving/ending.ts';
import type { RecordingControl } from './recording/recording.ts';

// As long as what was recorded waits for its store.
const flushTimeoutMs = 140_000;
const mostFinalTriggers = 3;

const reportEnding = async (bot: BotLine, ending: Ending): Promise<void> => {
  // The bot may be told to leave in this very moment; then another trigger fits.
  for (let attempt = 1; attempt <= mostFinalTriggers && !bot.isOver && bot.state; attempt += 1) {
    const { trigger, sub_type } = applicable(ending, bot.state);
    await bot.advance(trigger, sub_type);
  }
};

/** Closes what is open and makes all that was seen durable. */
export const flush = async ({ observer, pieces, reports, log }: Session): Promise<void> => {
  observer.close(Date.now());
  const flushed = await Promise.all([reports.flush(flushTimeoutMs), pieces?.flush(flushTimeoutMs)]);
  if (flushed.includes(false)) log('part of what was seen could not be reported', {});
};

/** Stores everything, then tells the bot how it ended. */
export const conclude = async (session: Session, ending: Ending, recording?: RecordingControl): Promise<void> => {
  session.ending = ending;
  await Promise.all([recording?.stop() ?? session.takes.stored(), flush(session)]);
  await reportEnding(session.bot, ending);
};
