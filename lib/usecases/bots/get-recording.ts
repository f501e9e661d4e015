import { fileNameOf } from '../../domain/captured/file-name.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from './get-bot.ts';

const linkSeconds = 30 * 60;

/** A link to the finished recording. @throws NotFoundError until there is one */
export const createGetRecording = (ports: { bots: Pick<BotRepository, 'get'>; media: Pick<MediaStore, 'link'> }) => {
  const getBot = createGetBot(ports);
  return async (ref: BotRef) => {
    const { recording, bot_name } = await getBot(ref);
    if (!recording) throw new NotFoundError('recording');
    const { key, stills: _, ...facts } = recording;
    const file_name = fileNameOf(bot_name, recording.start_timestamp_ms, recording.format);
    return { url: await ports.media.link(key, linkSeconds, file_name), ...facts };
  };
};
