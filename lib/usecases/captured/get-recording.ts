import { fileNameOf } from '../../domain/captured/file-name.ts';
import { NothingThereError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { linkSeconds, type MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';
import { whyNoRecording } from './missing-recording.ts';

/** A link to the finished recording. @throws NothingThereError until there is one */
export const createGetRecording = (ports: {
  bots: Pick<BotRepository, 'get'>;
  media: Pick<MediaStore, 'link'>;
  clock: Clock;
}) => {
  const getBot = createGetBot(ports);
  return async (ref: BotRef) => {
    const bot = await getBot(ref);
    const { recording, bot_name } = bot;
    if (!recording) throw new NothingThereError(whyNoRecording(bot, ports.clock.now()));
    const { key, stills: _, ...facts } = recording;
    const file_name = fileNameOf(bot_name, recording.start_timestamp_ms, recording.format);
    return { url: await ports.media.link(key, linkSeconds, file_name), ...facts };
  };
};
