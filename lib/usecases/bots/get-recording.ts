import type { Bot } from '../../domain/bot/bot.ts';
import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { fileNameOf } from '../../domain/captured/file-name.ts';
import { NothingThereError } from '../../domain/errors.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from './get-bot.ts';

const linkSeconds = 30 * 60;

/** Why a bot has no recording, as far as it tells. */
const whyNone = ({ state, recording_settings: { format } }: Bot): string => {
  if (format === 'none') return 'This bot records nothing: its recording_settings.format is none.';
  if (isErased(state)) return 'The recording of this bot was deleted.';
  if (!isFinal(state)) return `There is no recording yet: it is there when the bot is ended, and this one is ${state}.`;
  return 'This bot brought no recording home: its events tell why.';
};

/** A link to the finished recording. @throws NotFoundError until there is one */
export const createGetRecording = (ports: { bots: Pick<BotRepository, 'get'>; media: Pick<MediaStore, 'link'> }) => {
  const getBot = createGetBot(ports);
  return async (ref: BotRef) => {
    const bot = await getBot(ref);
    const { recording, bot_name } = bot;
    if (!recording) throw new NothingThereError(whyNone(bot));
    const { key, stills: _, ...facts } = recording;
    const file_name = fileNameOf(bot_name, recording.start_timestamp_ms, recording.format);
    return { url: await ports.media.link(key, linkSeconds, file_name), ...facts };
  };
};
