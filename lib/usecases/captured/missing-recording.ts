import { type Bot, calledOf, hasUnfinishedRecording } from '../../domain/bot/bot.ts';
import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { finishingTriedForMs } from '../../domain/captured/finishing.ts';

/** Whether nobody tries any more. */
const isGivenUp = ({ events }: Bot, now: Date): boolean =>
  now.getTime() - Date.parse(events.at(-1)?.created_at ?? '') > finishingTriedForMs;

/** Why a bot, or an app session, has no recording to fetch, as far as it tells. */
export const whyNoRecording = (bot: Bot, now: Date): string => {
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
