import { needsCapture } from '../../domain/bot/lifecycle.ts';
import {
  ageOf,
  isFresh,
  isPictured,
  LivePicture,
  livePictureName,
  watchedUntil,
} from '../../domain/bot/live-picture.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import { capturedFolder } from '../../storage/bots/media-names.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface WatchBotPorts extends ChangeBotPorts {
  readonly media: Pick<MediaStore, 'get'>;
  readonly clock: Clock;
}

/** What the meeting looks like, as base64 of a JPEG, and how long ago that was. */
export interface Seen {
  readonly picture: { readonly jpeg: string; readonly age_ms: number } | null;
}

/**
 * The picture of a bot's meeting, which its worker makes while this is asked for again and again; none where it made none yet,
 * or there is none to be seen now. @throws NotFoundError when there is no such bot
 */
export const createWatchBot = ({ bots, media, clock }: WatchBotPorts) => {
  const changeBot = createChangeBot({ bots });
  return async (ref: BotRef): Promise<Seen> => {
    const { state } = await changeBot(ref, (bot) => {
      const watched_until = needsCapture(bot.state) ? watchedUntil(bot, clock.now().getTime()) : undefined;
      return watched_until === undefined ? undefined : { bot: { ...bot, watched_until } };
    });
    const stored = isPictured(state) ? await media.get(capturedFolder(ref) + livePictureName) : undefined;
    if (!stored) return { picture: null };
    const picture = LivePicture.parse(JSON.parse(Buffer.from(stored).toString()));
    const now_ms = clock.now().getTime();
    return { picture: isFresh(picture, now_ms) ? { jpeg: picture.jpeg, age_ms: ageOf(picture, now_ms) } : null };
  };
};
