import { HttpProblem } from './http.ts';
import type { OpenRoom, RoomAddress } from './rooms.ts';
import { type Script, startingWithGuest } from './script.ts';

const mostPlays = 2;
const lookEveryMs = 1_000;

export interface ScriptPlay {
  done: Promise<unknown>;
  close(): Promise<void>;
}

export interface PlaysOptions {
  /** Plays a script in a room; by default with a browser of its own. */
  playScript?: ((run: { base_url: string; room: RoomAddress; script: Script }) => Promise<ScriptPlay>) | undefined;
  /** How long the scripted people wait for a guest to come, and stay when the last one has left. */
  patience_ms?: { first_guest: number; next_guest: number } | undefined;
  onError(error: unknown): void;
}

const playWithBrowser: NonNullable<PlaysOptions['playScript']> = async (run) => {
  const { runScript } = await import('./scripted-participants.ts');
  return runScript(run);
};

/** The scripts that the service plays itself, in rooms that were created with one. */
export const createPlays = ({
  playScript = playWithBrowser,
  patience_ms = { first_guest: 15 * 60_000, next_guest: 20_000 },
  onError,
}: PlaysOptions) => {
  const plays = new Set<Promise<ScriptPlay>>();

  const closed = (playing: Promise<ScriptPlay>) => playing.then((play) => play.close()).catch(onError);

  /** Ends a play that has lost, or never had, its audience. */
  const watch = ({ room }: OpenRoom, script: Script, playing: Promise<ScriptPlay>) => {
    const scripted = new Set(script.participants.map(({ name }) => name));
    let until = Date.now() + patience_ms.first_guest;
    const timer = setInterval(() => {
      if (room.names().some((name) => !scripted.has(name))) until = Date.now() + patience_ms.next_guest;
      else if (Date.now() > until) void closed(playing);
    }, lookEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  };

  return {
    /** Refuses when there is no room for one more. */
    reserve: () => {
      if (plays.size < mostPlays) return;
      throw new HttpProblem(429, 'too_many_scripts', `at most ${mostPlays} scripts are played at a time`);
    },
    play: (base_url: string, open: OpenRoom, script: Script) => {
      const playing = playScript({ base_url, room: open.address, script: startingWithGuest(script) });
      plays.add(playing);
      const stopWatching = watch(open, script, playing);
      playing
        .then(({ done }) => done)
        .catch(onError)
        .finally(() => {
          stopWatching();
          plays.delete(playing);
        });
    },
    close: async () => {
      await Promise.all([...plays].map(closed));
    },
  };
};
