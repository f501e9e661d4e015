/** The media of a stream on their way to a take, and to whoever writes down what is said. */
import { createHoldUpWatch } from '../media/hold-ups.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import type { SpeechView } from '../meeting/view.ts';
import type { TakeStats } from '../programs/protocol/media.ts';
import { type SoundForm, soundForms } from './rtms/handshakes.ts';
import type { Media } from './rtms/messages.ts';
import { createStreamClock } from './stream-clock.ts';
import { createStreamGate } from './stream-gate.ts';
import type { StreamTake } from './stream-take.ts';
import type { StreamTime } from './stream-time.ts';
import { createStreamVoices } from './stream-voices.ts';

export interface StreamFlow extends Disposable {
  /** Media begins, or, once more, goes on after it was interrupted. */
  start(form: SoundForm, isAgain: boolean): void;
  interrupt(): void;
  /** The recording is paused, or goes on. */
  pause(isPaused: boolean): void;
  /** Nothing comes any more: the stream's clock stands still. */
  stop(): void;
  take(kind: HeldMedia['kind'], media: Media): void;
  setSpeaker(id: string): void;
  /** Nobody shares a screen any more. */
  endScreen(): void;
  /** What was heard since this was last asked. */
  heard(): {
    readonly speech: SpeechView[];
    readonly last_sound_ms: number | null;
    readonly allowed_since_ms: number | undefined;
  };
  /** Whether what is said is handed over. */
  listen(isWanted: boolean): void;
  /** Begins a take, with what was held back for it; it is made for the moment (Unix time) at which it begins. */
  begin(make: (start_ms: number) => StreamTake): void;
  /** Ends the take, if there is one. */
  end(): Promise<TakeStats | undefined>;
  readonly failure: Error | undefined;
}

const tickEveryMs = 100;
/** A recording that is wanted has begun by then. */
const heldForMs = 3_000;
const mostSpeech = 1_000;
/** Whose everything is that is nobody's. */
export const nobody = '0';

interface HeldMedia {
  readonly kind: 'audio' | 'video' | 'share';
  readonly user_id: string;
  readonly at_ms: number;
  readonly bytes: Buffer;
  readonly sound: SoundForm;
}

const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

interface StreamFlowPorts {
  readonly time: StreamTime;
  /** Takes what was said, piece by piece. */
  readonly give: (sound: AttributedSound) => void;
  /** Told of each still picture that is shown. */
  readonly onStill: () => void;
}

export const createStreamFlow = ({ time, give, onStill }: StreamFlowPorts): StreamFlow => {
  const clock = createStreamClock();
  let sound: SoundForm = soundForms[0];
  let isFlowing = false;
  let allowed_since_ms: number | undefined;
  let speech: SpeechView[] = [];
  let last_sound_ms: number | null = null;
  let over_ms: number | undefined;
  let take: StreamTake | undefined;
  let ticking: Disposable | undefined;
  let opening: Disposable | undefined;

  const now = (): number => time.now().getTime();
  /** By the stream's clock; it stands still once the stream is over. */
  const streamNow = (): number => over_ms ?? clock.at(now());

  const voices = createStreamVoices({
    tell(heard) {
      last_sound_ms = heard.last_sound_ms;
      speech = [...speech, ...heard.changes].slice(-mostSpeech);
    },
    give,
  });

  const gate = createStreamGate(({ kind, user_id, at_ms, bytes, sound: { by_person, sample_rate } }: HeldMedia) => {
    if (kind === 'audio') {
      const participant_id = by_person && user_id !== nobody ? user_id : null;
      const heard = voices.hear({ participant_id, pcm: bytes, sample_rate, at_ms });
      take?.hear(heard);
    } else if (isJpeg(bytes)) {
      onStill();
      if (kind === 'share') take?.showStill(bytes, at_ms);
    } else {
      take?.see(kind === 'video' ? 'camera' : 'screen', bytes, at_ms);
    }
  });
  const openGate = (): void => {
    opening?.[Symbol.dispose]();
    gate.open();
  };
  const holdBack = (): void => {
    gate.close();
    opening?.[Symbol.dispose]();
    opening = time.after(heldForMs, openGate);
  };

  const isLeftToNext = createHoldUpWatch(tickEveryMs);
  const tick = (): void => {
    ticking = time.after(tickEveryMs, tick);
    // What came while this process was held up is read before its place is taken by silence.
    if (isLeftToNext(now())) return;
    if (!isFlowing || !gate.isOpen || clock.isBehind(now())) return;
    const now_ms = streamNow();
    for (const voice of voices.reach(now_ms)) take?.endVoice(voice);
    take?.reach(now_ms);
  };

  return {
    start(form, isAgain) {
      [sound, isFlowing] = [form, true];
      take?.losePictures();
      if (isAgain) {
        clock.restart(now());
        return;
      }
      holdBack();
      tick();
    },
    interrupt() {
      isFlowing = false;
    },
    pause(isPaused) {
      allowed_since_ms = undefined;
      // What comes then is for the next take.
      if (!isPaused) holdBack();
    },
    stop() {
      isFlowing = false;
      over_ms = streamNow();
    },
    take(kind, { user_id, timestamp: at_ms, data }) {
      const bytes = Buffer.from(data, 'base64');
      allowed_since_ms ??= at_ms;
      if (kind === 'audio') clock.hear(at_ms, now());
      else clock.see(at_ms, now());
      gate.take({ kind, user_id, at_ms, bytes, sound }, bytes.length);
    },
    setSpeaker: (id) => voices.setSpeaker(id),
    endScreen: () => take?.endScreen(streamNow()),
    heard() {
      const said = speech;
      speech = [];
      return { speech: said, last_sound_ms, allowed_since_ms };
    },
    listen: (isWanted) => voices.listen(isWanted),
    begin(make) {
      take = make(gate.first?.at_ms ?? streamNow());
      openGate();
    },
    async end() {
      const ended = take;
      take = undefined;
      return ended?.stop(streamNow());
    },
    get failure() {
      return take?.failure;
    },
    [Symbol.dispose]() {
      for (const one of [ticking, opening]) one?.[Symbol.dispose]();
    },
  };
};
