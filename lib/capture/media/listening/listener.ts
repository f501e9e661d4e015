/** Listens to everybody: who is speaking, what they say, and when anybody was last heard. */
import type {
  AttributedChange,
  AttributedSound,
  Heard,
  ListenOptions,
  SpanClock,
  SpeakerSpan,
} from '../../programs/protocol/speech.ts';
import type { Sound } from '../sound.ts';
import { createEar, type Ear, type EarNews } from './ear.ts';
import { listeningRate } from './features.ts';
import type { CutPiece } from './piece-cutter.ts';
import { createSharedLine, type SharedLine } from './shared-line.ts';

export interface ListenerPorts {
  /** Unix time of the clock by which sound comes. */
  wallClock(at_ms: number): number;
  tell(heard: Heard): void;
  give(piece: AttributedSound): void;
  /** Hears all sound, and whose it is as far as that is known. */
  onSound?(owner: string | null, sound: Sound): void;
}

const toldEveryMs = 250;
// The page looks ten times a second whose a track is. When the owner has changed, what was said since the last look may be either's.
const lookedEveryMs = 100;
const missingAfterMs = 1_500;
/** Shorter speech cannot be understood. */
const shortestMs = 300;

interface Listened {
  readonly ear: Ear;
  owner: string | null;
  /** When what came last was captured, heard already or still waiting for its speaker. */
  came_ms: number;
  /** Present while several people share the voice. */
  line?: SharedLine | undefined;
}

export const createListener = ({ wallClock, tell, give, onSound }: ListenerPorts) => {
  const voices = new Map<number, Listened>();
  let options: ListenOptions = { pieces: false };
  let last_sound_ms: number | null = null;
  let told_ms = Number.NEGATIVE_INFINITY;

  const giveAway = (owner: string | null, { at_ms, duration_ms, samples }: CutPiece): void => {
    if (duration_ms < shortestMs) return;
    give({
      participant_id: owner,
      start_timestamp_ms: Math.round(wallClock(at_ms)),
      duration_ms: Math.round(duration_ms),
      sample_rate: listeningRate,
      pcm: new Uint8Array(samples.buffer),
    });
  };

  /** `sounding`: somebody is being heard, whoever it is. */
  const pass = (owner: string | null, { changes, pieces }: EarNews, at_ms: number, sounding: boolean): void => {
    for (const piece of pieces) giveAway(owner, piece);
    const attributed = changes.flatMap((change): AttributedChange[] =>
      owner === null ? [] : [{ ...change, at_ms: Math.round(wallClock(change.at_ms)), participant_id: owner }],
    );
    if (sounding) last_sound_ms = Math.max(last_sound_ms ?? 0, Math.round(wallClock(at_ms)));
    if (attributed.length === 0 && !(sounding && at_ms - told_ms > toldEveryMs)) return;
    told_ms = at_ms;
    tell({ changes: attributed, last_sound_ms });
  };

  const hearOf = (listened: Listened, sound: Sound): void => {
    const { samples, at_ms } = sound;
    onSound?.(listened.owner, sound);
    const news = listened.ear.hear(samples, at_ms);
    pass(listened.owner, news, at_ms, listened.ear.isSounding);
  };

  /** Of a line it is known to the moment who was heard, so what was said before belongs to its last owner. */
  const lineOf = (listened: Listened, by: SpanClock): SharedLine =>
    createSharedLine(by, (sound, speaker) => {
      if (speaker !== listened.owner) pass(listened.owner, listened.ear.part(), sound.at_ms, false);
      listened.owner = speaker;
      hearOf(listened, sound);
    });

  const endLine = (listened: Listened): void => {
    listened.line?.flush();
    listened.line = undefined;
  };

  return {
    /**
     * For how long somebody has said nothing, through any track of theirs: a pause shows here at once. On a busy machine
     * sound comes late, which is no pause; but one that does not come at all is.
     */
    silenceOf: (participant_id: string, now_ms: number): number =>
      Math.min(
        ...[...voices.values()]
          .filter(({ owner, came_ms }) => owner === participant_id && now_ms - came_ms < missingAfterMs)
          .map(({ ear }) => ear.silent_ms),
      ),
    add(voice: number, owner: string | null): void {
      const ear = createEar();
      ear.cut(options.pieces);
      voices.set(voice, { ear, owner, came_ms: Number.NEGATIVE_INFINITY });
    },
    /** Somebody else is heard through a track from now on: what was being said ends, what follows begins anew. */
    setOwner(voice: number, owner: string | null, now_ms: number): void {
      const listened = voices.get(voice);
      if (!listened) return;
      endLine(listened);
      pass(listened.owner, listened.ear.part(now_ms - lookedEveryMs), now_ms, false);
      listened.owner = owner;
    },
    /** Several people share a voice, and these were heard through it, by the worker's clock. */
    knowSpeakers(voice: number, spans: readonly SpeakerSpan[], by: SpanClock): void {
      const listened = voices.get(voice);
      if (!listened) return;
      listened.line ??= lineOf(listened, by);
      listened.line.know(spans);
    },
    end(voice: number, now_ms: number): void {
      const listened = voices.get(voice);
      voices.delete(voice);
      if (!listened) return;
      endLine(listened);
      pass(listened.owner, listened.ear.part(), now_ms, false);
    },
    listen(wanted: ListenOptions): void {
      options = wanted;
      for (const listened of voices.values()) {
        listened.line?.flush();
        for (const piece of listened.ear.cut(options.pieces).pieces) giveAway(listened.owner, piece);
      }
    },
    hear(sound: Sound): void {
      const listened = voices.get(sound.voice);
      if (!listened) return;
      listened.came_ms = sound.at_ms;
      if (listened.line) listened.line.take(sound);
      else hearOf(listened, sound);
    },
  };
};
