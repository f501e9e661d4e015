/** The picture of a meeting that is on, for people who look at their bot. It is made only while somebody looks, and never kept. */
import * as z from 'zod';
import type { BotState } from './lifecycle.ts';

/** Where it lies, below what the bot captured. Nothing else lies in its folder. */
export const liveFolder = 'live/';
export const livePictureName = `${liveFolder}picture.json`;

export const LivePicture = z.object({
  /** Just before it was taken. */
  taken_at: z.iso.datetime(),
  /** Base64. */
  jpeg: z.string(),
});
export type LivePicture = z.infer<typeof LivePicture>;

/** So long pictures are made for somebody who has asked for one. */
const watchedForMs = 20_000;
/** An older one shows a meeting that has gone on: of a worker that hangs, say. */
const freshForMs = 10_000;

/** On the way in, and while the bot may record: what nobody allowed it to keep, or what it shall not keep now, it shows to nobody. */
const picturedStates: readonly BotState[] = ['joining', 'waiting_room', 'joined_recording'];
export const isPictured = (state: BotState): boolean => picturedStates.includes(state);

interface Watched {
  /** ISO 8601. */
  readonly watched_until?: string;
}
const leftOf = ({ watched_until }: Watched, now_ms: number): number =>
  watched_until === undefined ? 0 : Date.parse(watched_until) - now_ms;

export const isWatched = (bot: Watched, now_ms: number): boolean => leftOf(bot, now_ms) > 0;

/** Until when somebody watches who asks now; undefined while what is known is good for long enough: each change is a write. */
export const watchedUntil = (bot: Watched, now_ms: number): string | undefined =>
  leftOf(bot, now_ms) > watchedForMs / 2 ? undefined : new Date(now_ms + watchedForMs).toISOString();

export const ageOf = ({ taken_at }: LivePicture, now_ms: number): number => now_ms - Date.parse(taken_at);
export const isFresh = (picture: LivePicture, now_ms: number): boolean => ageOf(picture, now_ms) < freshForMs;
