/** One visit to a streamed meeting, from its loading on: its connection, and what came of it. */

import { createHoldUpWatch } from '../media/hold-ups.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import type { MeetingPhase, MeetingView, SpeechView } from '../meeting/view.ts';
import type { TakeStats } from '../programs/protocol/media.ts';
import { type Connection, connectToStream, type StreamEnd } from './rtms/connection.ts';
import { type SoundForm, type StreamKey, soundForms, type WantedPictures } from './rtms/handshakes.ts';
import type { EventMessage, Media } from './rtms/messages.ts';
import { eventTypes, type MediaKind } from './rtms/numbers.ts';
import type { OpenSocket } from './rtms/socket.ts';
import { createStreamClock } from './stream-clock.ts';
import { createStreamGate } from './stream-gate.ts';
import { createStreamPeople } from './stream-people.ts';
import type { StreamTake } from './stream-take.ts';
import { createStreamTalk } from './stream-talk.ts';
import type { StreamTime } from './stream-time.ts';
import { createStreamVoices } from './stream-voices.ts';

/** A stream as it is known now. */
export interface StreamOrders {
  readonly key: StreamKey;
  /** Other servers may have taken it over. */
  readonly servers: readonly string[];
  /** Whether what the platform writes down of it is wanted. */
  readonly hasTranscript: boolean;
  /** In which its transcript shall be, as the platform's menu calls it. */
  readonly language?: string | undefined;
  /** Nobody wants more of it: whoever leaves may have the platform end it. */
  readonly isOver: boolean;
}

export interface StreamVisitPorts {
  readonly stream: () => StreamOrders;
  readonly open: OpenSocket;
  readonly time: StreamTime;
  readonly log: SessionLog;
  /** Takes what was said, piece by piece. */
  readonly give: (sound: AttributedSound) => void;
}

/** Media that has come. */
export interface StreamedBefore {
  /** What was wanted of it and did not come. */
  readonly withheld: readonly MediaKind[];
}

export interface StreamVisit extends Disposable {
  readonly phase: MeetingPhase;
  /** How much came of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** `before`: media of the stream was had before, without what is named. */
  join(pictures: WantedPictures, before: StreamedBefore | undefined): void;
  /** Undefined where media never flowed. */
  readonly streamed: StreamedBefore | undefined;
  look(): MeetingView;
  leave(): void;
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
/** So long everybody is seen to be gone before the meeting is over. */
const farewellMs = 1_500;
const mostSpeech = 1_000;
/** Whose everything is that is nobody's. */
const nobody = '0';

const phaseAfter: Readonly<Record<StreamEnd, MeetingPhase>> = {
  meeting_ended: 'ended',
  stopped: 'removed',
  closed: 'removed',
  revoked: 'removed',
  lost: 'removed',
  failed: 'cannot_connect',
  refused: 'blocked',
  // Whoever waits to be let in waits no longer than that.
  unreachable: 'asking',
};

interface HeldMedia {
  readonly kind: 'audio' | 'video' | 'share';
  readonly user_id: string;
  readonly at_ms: number;
  readonly bytes: Buffer;
  readonly sound: SoundForm;
}

const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

const peopleIn = ({ participants = [], user_id, user_name = '' }: EventMessage) =>
  [...participants, ...(user_id === undefined ? [] : [{ user_id, user_name }])]
    .filter((person) => person.user_id !== nobody)
    .map((person) => ({ id: person.user_id, name: person.user_name }));

/** What an event says of those that it names. */
const changes: Readonly<Partial<Record<number, { has_camera?: boolean; is_sharing?: boolean }>>> = {
  [eventTypes.video_on]: { has_camera: true },
  [eventTypes.video_off]: { has_camera: false },
  [eventTypes.sharing_start]: { is_sharing: true },
  [eventTypes.sharing_stop]: { is_sharing: false },
};

export const createStreamVisit = ({ stream, open, time, log, give }: StreamVisitPorts): StreamVisit => {
  const people = createStreamPeople();
  const talk = createStreamTalk();
  const clock = createStreamClock();
  const counts = { unread: 0, stills: 0, audio: 0, video: 0, share: 0, transcript: 0, chat: 0 };
  let phase: MeetingPhase = 'pre_join';
  let connection: Connection | undefined;
  let sound: SoundForm = soundForms[0];
  let streamed: StreamedBefore | undefined;
  let isFlowing = false;
  let isPaused = false;
  let allowed_since_ms: number | undefined;
  let speech: SpeechView[] = [];
  let last_sound_ms: number | null = null;
  let over_ms: number | undefined;
  let take: StreamTake | undefined;
  let ticking: Disposable | undefined;
  let opening: Disposable | undefined;
  let farewell: Disposable | undefined;

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
      counts.stills += 1;
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

  const onMedia = (kind: MediaKind, media: Media): void => {
    const { user_id, user_name, timestamp: at_ms } = media;
    counts[kind] += 1;
    if (user_id !== nobody) people.sense({ id: user_id, name: user_name }, at_ms);
    if (kind === 'transcript') talk.write(media, now());
    else if (kind === 'chat') talk.chat(media);
    else {
      const bytes = Buffer.from(media.data, 'base64');
      allowed_since_ms ??= at_ms;
      if (kind === 'audio') clock.hear(at_ms, now());
      else clock.see(at_ms, now());
      gate.take({ kind, user_id, at_ms, bytes, sound }, bytes.length);
    }
  };

  const onEvent = (event: EventMessage): void => {
    const { event_type, timestamp: at_ms = now() } = event;
    for (const person of peopleIn(event)) {
      if (event_type === eventTypes.leave) people.leave(person.id, at_ms);
      else if (event_type === eventTypes.join) people.join(person, at_ms);
      else people.sense(person, at_ms);
      people.change(person.id, changes[event_type] ?? {});
      if (event_type === eventTypes.active_speaker) voices.setSpeaker(person.id);
    }
    if (event_type === eventTypes.sharing_stop) take?.endScreen(streamNow());
  };

  const onStreaming = (form: SoundForm, withheld: readonly MediaKind[]): void => {
    [sound, streamed, isFlowing] = [form, { withheld }, true];
    take?.losePictures();
    if (phase === 'in_meeting') {
      clock.restart(now());
      return;
    }
    phase = 'in_meeting';
    holdBack();
    tick();
  };

  const onPaused = (paused: boolean): void => {
    if (paused === isPaused) return;
    isPaused = paused;
    allowed_since_ms = undefined;
    // What comes then is for the next take.
    if (!paused) holdBack();
  };

  const onEnd = (end: StreamEnd): void => {
    log('the stream is over', { end, ...counts });
    isFlowing = false;
    over_ms = streamNow();
    people.clear();
    const wait_ms = phase === 'in_meeting' ? farewellMs : 0;
    farewell = time.after(wait_ms, () => {
      phase = phaseAfter[end];
    });
  };

  return {
    counts,
    get phase() {
      return phase;
    },
    get streamed() {
      return streamed;
    },
    join(pictures, before) {
      const { key, servers, hasTranscript, language } = stream();
      phase = 'asking';
      connection = connectToStream(
        open,
        time,
        {
          key,
          servers,
          wanted: { pictures, hasTranscript, language },
          isRejoin: before !== undefined,
          withheld: before?.withheld ?? [],
        },
        {
          onStreaming,
          onInterrupted() {
            isFlowing = false;
          },
          onPaused,
          onEvent,
          onMedia,
          onUnread() {
            counts.unread += 1;
          },
          onNote: log,
          onEnd,
        },
      );
    },
    look() {
      connection?.moveTo(stream().servers);
      const said = speech;
      speech = [];
      return {
        phase,
        recording: isPaused ? 'paused' : 'allowed',
        ...(streamed && streamed.withheld.length > 0 && { withheld: [...streamed.withheld] }),
        ...(allowed_since_ms !== undefined && { allowed_since_ms }),
        breakout: { state: 'none', room_name: null },
        participants: people.all,
        captions: talk.captionsAt(now()),
        messages: talk.messages,
        speech: said,
        last_sound_ms,
        media: [],
      };
    },
    leave() {
      if (phase !== 'in_meeting' && phase !== 'asking') return;
      if (stream().isOver) connection?.close();
      // Whoever goes on with the stream can have it from now on.
      else connection?.[Symbol.dispose]();
      phase = 'left';
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
      for (const one of [ticking, opening, farewell, connection]) one?.[Symbol.dispose]();
    },
  };
};
