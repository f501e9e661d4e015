/** What is said in a meeting of a facsimile, and what a bot in it makes of that. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import type { Spoken } from '../../../contracts/meeting-world.ts';
import { until } from '../../../lab/until.ts';
import { likest } from '../../sound/likeness.ts';
import { speechOf } from '../../sound/speech.ts';

/** A machine that is not much too busy has given the bot a sentence by then. */
const givenWithinMs = 5_000;
/** Sound comes a little later than it was sent; where the machine held this process up, it held others up as well. */
const [usuallyLateMs, heldUpTimes] = [300, 3];
/** So much of a sentence at least is heard of it. On an idle machine it is nearly all. */
const goodPart = 1 / 3;
/** That of pieces. */
const speechRate = 16_000;

interface Said extends Spoken {
  readonly id: string;
  readonly clip: string;
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** People who say clips of the demo room. */
interface Talk {
  say(id: string, clip: string): Promise<Spoken>;
}

/** Has a bot listen from now on. */
export const converse = async (meeting: Talk, bot: Pick<Meeting, 'look' | 'speech'>) => {
  const pieces: AttributedSound[] = [];
  await bot.speech.start((piece) => void pieces.push(piece));
  const said: Said[] = [];
  const heldUp = monitorEventLoopDelay();
  heldUp.enable();

  /** How late sound may be as yet. */
  const lateMs = (): number => usuallyLateMs + (heldUpTimes * heldUp.max) / 1e6;
  /** How long a piece lasts within a sentence. */
  const shared_ms = (
    { start_ms, end_ms }: Said,
    { start_timestamp_ms: from_ms, duration_ms }: Omit<AttributedSound, 'pcm'>,
  ) => {
    return Math.max(0, Math.min(from_ms + duration_ms, end_ms + lateMs()) - Math.max(from_ms, start_ms));
  };
  const say = async (id: string, clip: string): Promise<Said> => {
    const one = { id, clip, ...(await meeting.say(id, clip)) };
    said.push(one);
    return one;
  };
  const isHeard = (one: Said): boolean => {
    const own = pieces.filter(({ participant_id }) => participant_id === one.id);
    return sum(own.map((piece) => shared_ms(one, piece))) > goodPart * (one.end_ms - one.start_ms);
  };

  return {
    said: said as readonly Said[],
    pieces: pieces as readonly AttributedSound[],
    say,
    lateMs,
    /**
     * Waits until a good part of each of these was heard under the name of who said it. What a busy machine tore to pieces is
     * said again.
     */
    async heard(...sayings: readonly Said[]): Promise<void> {
      let open = sayings;
      let said_ms = performance.now();
      const look = async (): Promise<readonly string[]> => {
        await bot.look();
        open = open.filter((one) => !isHeard(one));
        if (open.length > 0 && performance.now() - said_ms > givenWithinMs) {
          open = await Promise.all(open.map(({ id, clip }) => say(id, clip)));
          said_ms = performance.now();
        }
        return open.map(({ id, clip }) => `${clip} of ${id}`);
      };
      await until(look, ({ length }) => length === 0);
    },
    /**
     * What was given to the bot under the name of somebody who said less than half of it then, and that does not sound like what
     * they said at all: what was held up on its way is theirs as well.
     */
    async misheard(): Promise<Omit<AttributedSound, 'pcm'>[]> {
      // What a busy machine tore may be nobody's.
      const named = pieces.filter(({ participant_id }) => participant_id !== null);
      const doubtful = named.filter((piece) => {
        const own = said.filter(({ id }) => id === piece.participant_id);
        return sum(own.map((one) => shared_ms(one, piece))) < piece.duration_ms / 2;
      });
      const wrong: Omit<AttributedSound, 'pcm'>[] = [];
      for (const { pcm, ...piece } of doubtful) {
        const sounds = await Promise.all(said.map(({ clip }) => speechOf(clip, speechRate)));
        const sound = said[likest(new Int16Array(Uint8Array.from(pcm).buffer), sounds, speechRate)];
        if (sound?.id !== piece.participant_id) wrong.push(piece);
      }
      return wrong;
    },
  };
};
