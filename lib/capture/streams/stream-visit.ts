/** One visit to a streamed meeting, from its loading on: its connection, and what came of it. */

import type { SessionLog } from '../meeting/log.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import type { MeetingPhase, MeetingView } from '../meeting/view.ts';
import { type Connection, connectToStream, type StreamEnd } from './rtms/connection.ts';
import type { SoundForm, StreamKey, WantedPictures } from './rtms/handshakes.ts';
import type { EventMessage, Media } from './rtms/messages.ts';
import { eventTypes, type MediaKind } from './rtms/numbers.ts';
import type { OpenSocket } from './rtms/socket.ts';
import { createStreamFlow, nobody, type StreamFlow } from './stream-flow.ts';
import { createStreamPeople } from './stream-people.ts';
import { createStreamTalk } from './stream-talk.ts';
import type { StreamTime } from './stream-time.ts';

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

export interface StreamVisit extends Pick<StreamFlow, 'listen' | 'begin' | 'end' | 'failure'>, Disposable {
  readonly phase: MeetingPhase;
  /** How much came of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** `before`: media of the stream was had before, without what is named. */
  join(pictures: WantedPictures, before: StreamedBefore | undefined): void;
  /** Undefined where media never flowed. */
  readonly streamed: StreamedBefore | undefined;
  look(): MeetingView;
  leave(): void;
}

/** So long everybody is seen to be gone before the meeting is over. */
const farewellMs = 1_500;

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
  const counts = { unread: 0, stills: 0, audio: 0, video: 0, share: 0, transcript: 0, chat: 0 };
  let phase: MeetingPhase = 'pre_join';
  let connection: Connection | undefined;
  let streamed: StreamedBefore | undefined;
  let isPaused = false;
  let farewell: Disposable | undefined;

  const now = (): number => time.now().getTime();
  const flow = createStreamFlow({
    time,
    give,
    onStill() {
      counts.stills += 1;
    },
  });

  const onMedia = (kind: MediaKind, media: Media): void => {
    const { user_id, user_name, timestamp: at_ms } = media;
    counts[kind] += 1;
    if (user_id !== nobody) people.sense({ id: user_id, name: user_name }, at_ms);
    if (kind === 'transcript') talk.write(media, now());
    else if (kind === 'chat') talk.chat(media);
    else flow.take(kind, media);
  };

  const onEvent = (event: EventMessage): void => {
    const { event_type, timestamp: at_ms = now() } = event;
    for (const person of peopleIn(event)) {
      if (event_type === eventTypes.leave) people.leave(person.id, at_ms);
      else if (event_type === eventTypes.join) people.join(person, at_ms);
      else people.sense(person, at_ms);
      people.change(person.id, changes[event_type] ?? {});
      if (event_type === eventTypes.active_speaker) flow.setSpeaker(person.id);
    }
    if (event_type === eventTypes.sharing_stop) flow.endScreen();
  };

  const onStreaming = (form: SoundForm, withheld: readonly MediaKind[]): void => {
    streamed = { withheld };
    const isAgain = phase === 'in_meeting';
    phase = 'in_meeting';
    flow.start(form, isAgain);
  };

  const onPaused = (paused: boolean): void => {
    if (paused === isPaused) return;
    isPaused = paused;
    flow.pause(paused);
  };

  const onEnd = (end: StreamEnd): void => {
    log('the stream is over', { end, ...counts });
    flow.stop();
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
          onInterrupted: flow.interrupt,
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
      const { speech, last_sound_ms, allowed_since_ms } = flow.heard();
      return {
        phase,
        recording: isPaused ? 'paused' : 'allowed',
        ...(streamed && streamed.withheld.length > 0 && { withheld: [...streamed.withheld] }),
        ...(allowed_since_ms !== undefined && { allowed_since_ms }),
        breakout: { state: 'none', room_name: null },
        participants: people.all,
        captions: talk.captionsAt(now()),
        messages: talk.messages,
        speech,
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
    listen: flow.listen,
    begin: flow.begin,
    end: flow.end,
    get failure() {
      return flow.failure;
    },
    [Symbol.dispose]() {
      for (const one of [flow, farewell, connection]) one?.[Symbol.dispose]();
    },
  };
};
