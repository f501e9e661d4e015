import { type Bot, calledOf, hasUnfinishedRecording } from '../../domain/bot/bot.ts';
import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { finishingTriedForMs } from '../../domain/captured/finishing.ts';
import { isTooOld } from '../../domain/captured/media-days.ts';
import type { Recording } from '../../domain/captured/recording.ts';
import { NothingThereError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';

/** Whether nobody tries any more. */
const isGivenUp = ({ events }: Bot, now: Date): boolean =>
  now.getTime() - Date.parse(events.at(-1)?.created_at ?? '') > finishingTriedForMs;

/** Why a bot, or an app session, has no recording to fetch, as far as it tells. */
const whyNoRecording = (bot: Bot, now: Date): string => {
  const { state, recording_settings } = bot;
  const one = calledOf(bot);
  if (recording_settings.format === 'none')
    return `This ${one} records nothing: its recording_settings.format is none.`;
  if (isErased(state)) return `The recording of this ${one} was deleted.`;
  if (!isFinal(state))
    return `There is no recording yet: it is there when the ${one} is ended, and this one is ${state}.`;
  // A fault ends a bot at once, and what it has recorded is finished after that.
  if (hasUnfinishedRecording(bot))
    return isGivenUp(bot, now)
      ? `What this ${one} recorded could not be finished: its operator's logs tell why.`
      : `The recording of this ${one} is still being finished, which takes seconds to minutes: ask again in a moment.`;
  return `This ${one} brought no recording home: its events tell why.`;
};

export interface FindRecordingPorts {
  readonly clock: Clock;
  /** After how many days the store removes what was recorded; null: never. */
  readonly media_days: number | null;
}

/** @throws NothingThereError where there is no recording, or none any more */
export const recordingOf = (bot: Bot, { clock, media_days }: FindRecordingPorts): Omit<Recording, 'stored_at'> => {
  const { recording } = bot;
  if (!recording) throw new NothingThereError(whyNoRecording(bot, clock.now()));
  if (media_days !== null && isTooOld(bot, media_days, clock.now()))
    throw new NothingThereError(
      `The recording of this ${calledOf(bot)} was deleted because of its age: its operator has media kept for ${media_days} days.`,
    );
  const { stored_at: _, ...told } = recording;
  return told;
};
