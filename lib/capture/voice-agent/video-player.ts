/** Plays one video into the meeting, from its address to its end. */
import type { OutputVideo } from '../../domain/bot/output-video.ts';
import type { GuardOptions } from '../../net/address-guard.ts';
import { ClientFileError } from '../../net/client-file.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Stage } from '../meeting/stage.ts';
import { mostReadBytes, type OutletMessage } from '../programs/protocol/outlet.ts';
import { fetchVideo, UnplayableVideoError, type VideoFile } from './fetch-video.ts';

// A video that cannot be decoded in time waits, on a busy machine again and again, and so lasts longer than its length.
const spareMs = 30_000;
const spareOfLength = 1.25;

export interface VideoPlayerOptions {
  readonly video: OutputVideo;
  readonly guard: GuardOptions;
  readonly log: SessionLog;
  /** Answers false when the page has lost its outlet. */
  readonly send: Stage['send'];
  /** Hears that it is ready to play, or is over. */
  readonly onChange: () => void;
}

export interface VideoPlayer extends AsyncDisposable {
  readonly id: string;
  /** It plays, or stands at its beginning, ready to. */
  readonly isPlaying: boolean;
  /** It has been seen, however shortly, where it could be. */
  readonly hasPlayed: boolean;
  /** It has been played, or cannot be. */
  readonly isOver: boolean;
  /** Why it could not be played, for the client that named it. */
  readonly why: string | undefined;
  /** Has it play, once it is ready to. Safe to repeat. */
  roll(): Promise<void>;
  /** Hears what the outlet says. */
  take(message: OutletMessage): void;
}

/** What is wrong with the file is its client's to know; what else goes wrong is for the log. */
const inWords = (error: unknown): string => {
  if (error instanceof ClientFileError) return `its address ${error.message}`;
  return error instanceof UnplayableVideoError ? error.message : 'the bot could not play it now';
};

/** A video that does not loop is over some time after its length at the latest, also when the page never says so. */
export const createVideoPlayer = (options: VideoPlayerOptions): VideoPlayer => {
  const { video, guard, log, send, onChange } = options;
  const { id, url, loop } = video;
  const stopped = new AbortController();
  let file: VideoFile | undefined;
  let state: 'coming' | 'playing' | 'over' = 'coming';
  let hasPlayed = false;
  let why: string | undefined;
  let deadline: NodeJS.Timeout | undefined;

  const over = (error?: unknown): void => {
    if (stopped.signal.aborted || state === 'over') return;
    state = 'over';
    if (error !== undefined) why = inWords(error);
    clearTimeout(deadline);
    log(error === undefined ? 'the video is over' : 'the video could not be played', { error });
    onChange();
  };

  const limit = ({ length_s }: VideoFile): void => {
    clearTimeout(deadline);
    deadline = setTimeout(
      () => over(new Error('it did not come to its end in time')),
      spareMs + spareOfLength * length_s * 1000,
    );
  };

  const start = async (): Promise<void> => {
    file = await fetchVideo(url, guard, stopped.signal);
    if (stopped.signal.aborted) return;
    const { size_bytes } = file;
    limit(file);
    if (!(await send({ type: 'play', id, size_bytes, loop }))) throw new Error('the page cannot play it now');
  };
  const started = start().catch(over);

  const answer = async ({ request, start, end }: Extract<OutletMessage, { type: 'read' }>): Promise<void> => {
    const bytes = await file?.read(start, Math.min(end, start + mostReadBytes));
    if (bytes) await send({ type: 'bytes', request, data: Buffer.from(bytes).toString('base64') });
  };

  return {
    id,
    get isPlaying() {
      return state === 'playing';
    },
    get hasPlayed() {
      return hasPlayed;
    },
    get isOver() {
      return state === 'over';
    },
    get why() {
      return why;
    },
    async roll() {
      if (hasPlayed || state !== 'playing' || !file) return;
      if (!loop) limit(file);
      hasPlayed = await send({ type: 'roll' });
    },
    take(message) {
      if (!('id' in message) || message.id !== id || stopped.signal.aborted) return;
      if (message.type === 'read') answer(message).catch(over);
      if (message.type === 'played') over();
      if (message.type === 'not_played')
        over(new UnplayableVideoError(`the bot's browser could not play it (${message.reason})`));
      if (message.type !== 'ready') return;
      state = 'playing';
      if (loop) clearTimeout(deadline);
      onChange();
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      clearTimeout(deadline);
      await send({ type: 'stop_playing' }).catch(() => false);
      await started;
      await file?.[Symbol.asyncDispose]();
    },
  };
};
