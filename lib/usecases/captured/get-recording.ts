import { fileNameOf } from '../../domain/captured/file-name.ts';
import { linkSeconds, type MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';
import { type FindRecordingPorts, recordingOf } from './missing-recording.ts';

/** A link to the finished recording. @throws NothingThereError until there is one, and once it is gone */
export const createGetRecording = (
  ports: FindRecordingPorts & { bots: Pick<BotRepository, 'get'>; media: Pick<MediaStore, 'link'> },
) => {
  const getBot = createGetBot(ports);
  return async (ref: BotRef) => {
    const bot = await getBot(ref);
    const { key, stills: _, ...facts } = recordingOf(bot, ports);
    const file_name = fileNameOf(bot.bot_name, facts.start_timestamp_ms, facts.format);
    return { url: await ports.media.link(key, linkSeconds, file_name), ...facts };
  };
};
