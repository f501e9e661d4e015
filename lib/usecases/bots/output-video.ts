import { randomBytes } from 'node:crypto';
import type { Bot } from '../../domain/bot/bot.ts';
import { isJoined } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError, ValidationError } from '../../domain/errors.ts';
import { sortableId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';
import { createGetBot } from './get-bot.ts';

export interface OutputVideoPorts extends ChangeBotPorts {
  readonly clock: Clock;
  /** What is wrong with the address of a video, as a sentence; undefined when there is an MP4 that may be fetched. */
  readonly checkVideo: (url: string) => Promise<string | undefined>;
}

export interface OutputVideoInput {
  readonly url: string;
  readonly loop: boolean;
}

const refuseUnlessFree = ({ state, output_video }: Bot): void => {
  if (!isJoined(state)) throw new InvalidTransitionError('play a video', state);
  if (output_video && !output_video.loop)
    throw new InvalidTransitionError('play a video', 'playing one already: wait until it is over');
};

/**
 * Has a bot play a video into its meeting. It is free for another one when its worker says that this one is over, or at
 * once where this one loops: the other one takes its place.
 * @throws InvalidTransitionError while the bot is not in its meeting, or is playing one already that comes to an end
 * @throws ValidationError for an address where there is no MP4 that may be fetched
 */
export const createOutputVideo = (ports: OutputVideoPorts) => {
  const getBot = createGetBot(ports);
  const changeBot = createChangeBot(ports);
  return async (ref: BotRef, { url, loop }: OutputVideoInput): Promise<Bot> => {
    refuseUnlessFree(await getBot(ref));
    const fault = await ports.checkVideo(url);
    if (fault) throw new ValidationError({ url: [fault] });
    const now = ports.clock.now();
    const output_video = { id: sortableId(now, randomBytes(10)), url, loop, asked_at: now.toISOString() };
    return changeBot(ref, (bot) => {
      refuseUnlessFree(bot);
      return { bot: { ...bot, output_video } };
    });
  };
};
