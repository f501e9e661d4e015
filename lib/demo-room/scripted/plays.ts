/** The scripts that the service plays itself, in rooms that were created with one. */

import { setTimeout as delay } from 'node:timers/promises';
import { HttpProblem } from '../http.ts';
import type { OpenRoom, RoomAddress } from '../rooms.ts';
import { ActorError } from './actor-errors.ts';
import { type Script, startingWithGuest } from './script.ts';

const mostPlays = 2;
const lookEveryMs = 1_000;
const againAfterMs = 2_000;

export interface ScriptPlay {
  readonly done: Promise<unknown>;
  close(): Promise<void>;
}

/** `onLeftOut` is told why something of the script was not done. */
interface PlayRun {
  readonly base_url: string;
  readonly room: RoomAddress;
  readonly script: Script;
  readonly signal: AbortSignal;
  readonly onLeftOut: (why: string) => void;
}

/** A play whose people may still be on their way in. */
interface UnderWay {
  readonly playing: Promise<ScriptPlay>;
  readonly stopping: AbortController;
}

export interface PlaysOptions {
  /** Plays a script in a room; by default with a browser of its own. */
  readonly playScript?: ((run: PlayRun) => Promise<ScriptPlay>) | undefined;
  /** How long the scripted people wait for a guest to come, and stay when the last one has left. */
  readonly patience_ms?: { readonly first_guest: number; readonly next_guest: number } | undefined;
  /** Tells everybody in a room something, and everybody who comes later. */
  announce(room: OpenRoom, text: string): void;
  onError(error: unknown): void;
}

/** A place among the plays that may go on at a time, given back when it is disposed of and nothing is played there. */
export interface PlayPlace extends Disposable {
  play(base_url: string, open: OpenRoom, script: Script): void;
  /** Plays it for whoever comes, however late, and again when they have gone. */
  playAlways(base_url: string, findRoom: () => OpenRoom, script: Script): void;
}

export interface Plays {
  /** @throws HttpProblem when there is no place for one more */
  reserve(): PlayPlace;
  close(): Promise<void>;
}

/** A play came to an end that its script does not know. */
class PlayFailedError extends Error {
  override readonly name = 'PlayFailedError';
  constructor(room_id: string, cause: unknown) {
    const reasons = [cause, cause instanceof Error ? cause.cause : undefined].filter((one) => one instanceof Error);
    super(`the script in room ${room_id}: ${reasons.map(({ message }) => message).join(': ')}`, { cause });
  }
}

const playWithBrowser: NonNullable<PlaysOptions['playScript']> = async (run) => {
  const { runScript } = await import('./run-script.ts');
  return runScript(run);
};

/** What the people in a room are told of a play that failed: what they could see themselves, or where to look. */
const farewell = (error: unknown): string =>
  `The scripted people have left: ${error instanceof ActorError ? error.message : 'the log of the service says why'}.`;

export const createPlays = ({
  playScript = playWithBrowser,
  patience_ms = { first_guest: 15 * 60_000, next_guest: 20_000 },
  announce,
  onError,
}: PlaysOptions): Plays => {
  const places = new Set<PlayPlace>();
  const plays = new Set<UnderWay>();

  const closed = async ({ playing, stopping }: UnderWay): Promise<void> => {
    stopping.abort();
    await playing.then(
      (play) => play.close().catch(onError),
      () => undefined,
    );
  };

  /** Ends a play that has lost, or never had, its audience; looks no more once it is ended, by whomever. */
  const watch = (open: OpenRoom, script: Script, play: UnderWay, first_guest_ms: number): Disposable => {
    const scripted = new Set(script.participants.map(({ name }) => name));
    let until = Date.now() + first_guest_ms;
    let hasAudience = false;
    const look = (): void => {
      if (open.room.names().some((name) => !scripted.has(name))) {
        hasAudience = true;
        until = Date.now() + patience_ms.next_guest;
      } else if (Date.now() > until) {
        if (!hasAudience) announce(open, 'The scripted people have left, because nobody came.');
        void closed(play);
      }
    };
    const timer = setInterval(look, lookEveryMs).unref();
    const stop = (): void => clearInterval(timer);
    play.stopping.signal.addEventListener('abort', stop);
    return { [Symbol.dispose]: stop };
  };

  const attend = async (
    open: OpenRoom,
    script: Script,
    play: UnderWay,
    first_guest_ms = patience_ms.first_guest,
  ): Promise<void> => {
    using _ = watch(open, script, play, first_guest_ms);
    try {
      await (await play.playing).done;
    } catch (error) {
      if (play.stopping.signal.aborted) return;
      onError(new PlayFailedError(open.address.room_id, error));
      announce(open, farewell(error));
    }
  };

  const begin = (base_url: string, open: OpenRoom, script: Script): UnderWay => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const onLeftOut = (why: string): void => announce(open, `${why}.`);
    const run = { base_url, room: open.address, script: startingWithGuest(script), signal, onLeftOut };
    const play = { playing: playScript(run), stopping };
    plays.add(play);
    return play;
  };

  let isClosed = false;
  const playAgainAndAgain = async (base_url: string, findRoom: () => OpenRoom, script: Script): Promise<void> => {
    while (!isClosed) {
      const open = findRoom();
      const play = begin(base_url, open, script);
      await attend(open, script, play, Number.POSITIVE_INFINITY);
      plays.delete(play);
      // What fails at once would fail again at once.
      if (!isClosed) await delay(againAfterMs, undefined, { ref: false });
    }
  };

  return {
    reserve: () => {
      if (places.size >= mostPlays) {
        const detail = `at most ${mostPlays} scripts are played at a time: try again when one is over`;
        throw new HttpProblem(429, 'too_many_scripts', detail, { retry_after_seconds: 60 });
      }
      let isPlaying = false;
      const place: PlayPlace = {
        play: (base_url, open, script) => {
          const play = begin(base_url, open, script);
          isPlaying = true;
          void attend(open, script, play).finally(() => {
            plays.delete(play);
            places.delete(place);
          });
        },
        playAlways: (base_url, findRoom, script) => {
          isPlaying = true;
          void playAgainAndAgain(base_url, findRoom, script);
        },
        [Symbol.dispose]: () => {
          if (!isPlaying) places.delete(place);
        },
      };
      places.add(place);
      return place;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...plays].map(closed));
    },
  };
};
