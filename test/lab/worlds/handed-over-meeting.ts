/**
 * A bot whose worker is told that it will end, in the midst of a meeting, and the worker that relieves it: both sessions, with
 * all that is around them but a browser, in a time that passes as fast as it is computed.
 */

import { packSegment } from '../../../lib/capture/media/encoding/pack-segment.ts';
import type { MeetingRecorder, Sink } from '../../../lib/capture/meeting/source.ts';
import type { CaptionView, MeetingPhase, ParticipantView, SpeechView } from '../../../lib/capture/meeting/view.ts';
import { createSegmenter } from '../../../lib/capture/programs/media-worker/take/segmenter.ts';
import type { SessionClock } from '../../../lib/capture/session/ports.ts';
import type { HeardSpeech } from '../../../lib/domain/transcription/speech.ts';
import { createEnsureCapture } from '../../../lib/usecases/lifecycle/ensure-capture.ts';
import { noLaunchLimit } from '../../../lib/usecases/lifecycle/launch-turns.ts';
import { createSpeechLine } from '../../../lib/usecases/worker/speech-line.ts';
import { aParticipant, aView } from '../builders/meeting-views.ts';
import { aBot, aBotEvent } from '../builders/records.ts';
import { memoryQueue } from '../doubles/memory-queue.ts';
import { aScriptedMeeting } from '../doubles/scripted-meeting.ts';
import { aRushingClock } from '../doubles/session-clock.ts';
import { handedOver } from './handed-over.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
const letInAfterMs = 2_000;
const pictureUs = 50_000;
const soundUs = (1024 / 48_000) * 1e6;
const rate = 16_000;
const avcC = Uint8Array.from(Buffer.from('0142c01fffe100126742c01f8c6805005ba6a0202020f08846a001000468ce3c80', 'hex'));
const configs = {
  video: { codec: 'avc1.42c01f', codedWidth: 1280, codedHeight: 720, description: avcC },
  audio: { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 48_000, description: Uint8Array.of(0x11, 0x88) },
};

/** Records in the session's time. What is packed tells nothing but when it was. */
const recorderOf = (clock: SessionClock, recorded: { from_ms: number; until_ms: number }): MeetingRecorder => ({
  arm: async () => undefined,
  source() {
    const over = new AbortController();
    const segmenter = createSegmenter();
    let [picture, sound, index, began_ms] = [0, 0, 0, 0];
    let recording: Promise<void> = Promise.resolve();
    const record = (): void => {
      const until_us = (clock.now_ms() - began_ms) * 1000;
      while (Math.min(picture * pictureUs, sound * soundUs) < until_us) {
        if (picture * pictureUs <= sound * soundUs) {
          const key = picture % 40 === 0;
          const data = Uint8Array.of(0, 0, 0, 4, key ? 0x65 : 0x41, 0x88, picture & 0x7f, 0x80);
          segmenter.add({ kind: 'video', data, timestamp_us: picture * pictureUs, duration_us: pictureUs, key });
          picture += 1;
        } else {
          const timestamp_us = Math.round(sound * soundUs);
          const data = Uint8Array.of(0x21, sound & 0x7f);
          segmenter.add({ kind: 'audio', data, timestamp_us, duration_us: soundUs, key: true });
          sound += 1;
        }
      }
    };
    const write = async (sink: Sink, group: ReturnType<typeof segmenter.next>): Promise<void> => {
      if (!group) return;
      const { init, media } = await packSegment(group, configs);
      if (index === 0) sink.begin({ start_timestamp_ms: began_ms, width: 1280, height: 720 }, init);
      sink.write({ index, media });
      index += 1;
    };
    return {
      async start(sink) {
        began_ms = clock.now_ms();
        recorded.from_ms = Math.min(recorded.from_ms, began_ms);
        recording = (async () => {
          while (!over.signal.aborted) {
            await clock.pause(500, over.signal);
            record();
            await write(sink, segmenter.next());
          }
          await write(sink, segmenter.rest());
        })();
      },
      async stop() {
        over.abort();
        recorded.until_ms = Math.max(recorded.until_ms, clock.now_ms());
        await recording;
        return undefined;
      },
      look: () => undefined,
    };
  },
});

/** Something that somebody says, in seconds from the start. */
export interface Said {
  readonly by: 'ada' | 'ben';
  readonly from_s: number;
  readonly to_s: number;
}

export interface HandedOverOptions {
  readonly said: readonly Said[];
  /** How what is said is written down. */
  readonly by: 'captions' | 'provider';
  readonly warned_s: number;
  /** How long the successor takes to start; it never does without. */
  readonly starts_after_s?: number;
  /** What becomes of the successor's asking to be let in; or it comes to a page that nobody knows. */
  readonly successor?: 'denied' | 'waits' | 'astray';
  /** The meeting takes one client at a time. */
  readonly one_client?: true;
  /** It keeps whoever came last under the bot's name, which nobody could know before. */
  readonly keeps_last?: true;
  readonly ends_s: number;
  /** How long a worker has from the warning on. */
  readonly within_s?: number;
  /** How the meeting shows a worker's bot, where that is not as any guest of its name. */
  readonly shown?: (attempt: number) => Partial<ParticipantView>;
  /** For how long the meeting still shows itself to a bot that has left. */
  readonly lingers_s?: number;
  /** When the first worker is killed. That is noticed half a second later. */
  readonly killed_s?: number;
  /** From when on the first worker is in a breakout room. */
  readonly room_from_s?: number;
  /** From when on the first worker is out of the meeting, and what it has in its place: a page that broke may be opened anew. */
  readonly first_away?: { readonly from_s: number; readonly shows: MeetingPhase | 'nothing' };
}

/** Pages do not see the same at the same moment. */
const lateMs = [0, 37, -60];

export const handedOverMeeting = async (options: HandedOverOptions) => {
  const {
    said,
    by,
    warned_s,
    starts_after_s,
    successor,
    one_client,
    keeps_last,
    ends_s,
    within_s = 105,
    lingers_s = 0,
    shown,
  } = options;
  const { first_away, room_from_s = Number.POSITIVE_INFINITY, killed_s } = options;
  const session = aRushingClock(start_ms);
  const clock = { now: () => new Date(session.now_ms()) };
  const seconds = (): number => (session.now_ms() - start_ms) / 1000;
  const bot = aBot({
    state: 'joined_recording',
    events: [aBotEvent(), aBotEvent({ type: 'joined_meeting', state: 'joined_recording' })],
    version: 2,
    ...(by === 'provider' && { transcription_settings: { custom_async: {} } }),
  });
  const workers = await handedOver(bot, { clock, session });
  const { ports, ref } = workers;
  // The successor is started once, whoever orders it.
  const launcher = {
    launch: async () => ({ task_id: '2' }),
    isPending: async () => false,
    stop: async () => undefined,
  };
  // Nobody transcribes anything, and nobody waits for that.
  const speech = { isAnyWaiting: async () => false };
  const ensureCapture = createEnsureCapture({
    ...ports,
    launcher,
    turns: noLaunchLimit,
    speech,
    transcription_timeout_seconds: 120,
  });
  const pieces: HeardSpeech[] = [];
  /** Attempts whose bots are in the meeting, with when they came. */
  const inside = new Map<number, number>();
  const acts: string[] = [];
  const recorded = { from_ms: Number.POSITIVE_INFINITY, until_ms: 0 };
  /** When each bot left the meeting by its button. */
  const left = new Map<number, number>();
  const came = new Map<number, number>();
  const opened = new Map<number, number>();
  const others = [aParticipant('Ada', { is_host: true }), aParticipant('Ben')];

  const ownTile = (attempt: number, own: number): ParticipantView =>
    aParticipant(bot.bot_name, { id: `tile-${attempt}`, is_self: attempt === own, ...shown?.(attempt) });

  /** For a worker that is killed time stands still: nothing of it goes on. */
  const clockOf = (attempt: number): SessionClock => ({
    now_ms: session.now_ms,
    async pause(duration_ms, signal) {
      await session.pause(duration_ms, signal);
      if (attempt === 1 && killed_s !== undefined && seconds() >= killed_s) await new Promise(() => undefined);
    },
  });

  const meetingOf = (attempt: number) => {
    const late_ms = lateMs[attempt] ?? 0;
    const times = (opened.get(attempt) ?? 0) + 1;
    opened.set(attempt, times);
    const isFirst = attempt === 1 && times === 1;
    const away_ms = isFirst && first_away ? start_ms + first_away.from_s * 1000 : Number.POSITIVE_INFINITY;
    let asked_ms: number | undefined;
    let looked_ms = session.now_ms();
    let heard_ms: number | undefined;
    const isOut = (): boolean => session.now_ms() >= (left.get(attempt) ?? Number.POSITIVE_INFINITY) + lingers_s * 1000;
    const handedOn = new Set<Said>();

    const captions = (): CaptionView[] =>
      said.flatMap((one, index) => {
        const [from_ms, to_ms] = [start_ms + one.from_s * 1000 + late_ms, start_ms + one.to_s * 1000 + late_ms];
        const now_ms = session.now_ms();
        if (from_ms > now_ms || to_ms < now_ms - 8_000 || to_ms < (inside.get(attempt) ?? 0)) return [];
        const caption = { id: `${attempt}-${index}`, speaker_id: one.by, speaker_name: one.by, start_ms: from_ms };
        const duration_ms = Math.min(now_ms, to_ms) - from_ms;
        return [{ ...caption, duration_ms, is_final: now_ms > to_ms + 300, text: `${index}` }];
      });

    const speech = (): SpeechView[] => {
      const [since_ms, until_ms] = [looked_ms, session.now_ms()];
      looked_ms = until_ms;
      return said.flatMap(({ by: participant_id, from_s, to_s }) => {
        const moments = [
          { participant_id, type: 'speech_start' as const, at_ms: start_ms + from_s * 1000 + late_ms },
          { participant_id, type: 'speech_stop' as const, at_ms: start_ms + to_s * 1000 + late_ms },
        ];
        return moments.filter(({ at_ms }) => since_ms < at_ms && at_ms <= until_ms);
      });
    };

    const phase = () => {
      if (isOut()) return 'left' as const;
      if (seconds() >= ends_s) return 'ended' as const;
      if (first_away && session.now_ms() >= away_ms) return first_away.shows;
      if (isFirst) return keeps_last && came.has(2) ? ('removed' as const) : ('in_meeting' as const);
      if (successor === 'astray') return 'unknown' as const;
      if (asked_ms === undefined) return 'pre_join' as const;
      if (successor === 'denied') return 'denied' as const;
      if (successor === 'waits' && seconds() < ends_s - 10) return 'waiting_room' as const;
      return session.now_ms() < asked_ms + letInAfterMs ? ('asking' as const) : ('in_meeting' as const);
    };

    const handOn = (one: Said, cut_ms: number): void => {
      const until_ms = Math.min(cut_ms, away_ms);
      const from_ms = Math.max(start_ms + one.from_s * 1000, heard_ms ?? until_ms);
      if (handedOn.has(one) || until_ms <= from_ms) return;
      handedOn.add(one);
      const duration_ms = until_ms - from_ms;
      const pcm = new Uint8Array(Math.round((duration_ms * rate) / 1000) * 2);
      meeting.speak({ participant_id: one.by, start_timestamp_ms: from_ms, duration_ms, sample_rate: rate, pcm });
    };
    const handOnWhatIsOver = (): void => {
      for (const one of said)
        if (start_ms + one.to_s * 1000 <= session.now_ms()) handOn(one, start_ms + one.to_s * 1000);
    };

    const meeting = aScriptedMeeting({
      ...(one_client && { capabilities: { one_client } }),
      shows() {
        const now_phase = phase();
        if (['left', 'nothing', 'removed'].includes(now_phase)) inside.delete(attempt);
        if (now_phase === 'nothing') {
          meeting.lose();
          throw new Error('the page is gone');
        }
        if (now_phase === 'in_meeting' && !inside.has(attempt)) {
          inside.set(attempt, session.now_ms());
          came.set(attempt, session.now_ms());
          looked_ms = session.now_ms();
        }
        const tiles = [...inside.keys()].map((one) => ownTile(one, attempt));
        if (heard_ms !== undefined) handOnWhatIsOver();
        const page = { page_state: 'L08_name_taken', evidence: [], overlays: [], same_identity: true as const };
        if (now_phase === 'removed') return aView({ phase: now_phase, page, participants: [] });
        if (now_phase !== 'in_meeting') return aView({ phase: now_phase, participants: [] });
        const isInRoom = isFirst && seconds() >= room_from_s;
        const breakout = isInRoom ? ({ state: 'inside', room_name: 'Blue' } as const) : undefined;
        const seen = { captions: captions(), speech: speech(), ...(breakout && { breakout }) };
        return { ...aView(seen), participants: [...tiles, ...others] };
      },
      onAct(act) {
        acts.push(`${Math.round(seconds())} ${attempt} ${act}`);
        if (act === 'ask to be let in') asked_ms = session.now_ms();
        if (act === 'leave the meeting' && inside.has(attempt)) left.set(attempt, session.now_ms());
        if (act === 'hand over speech') heard_ms = session.now_ms();
        if (act !== 'hand over no speech') return;
        handOnWhatIsOver();
        for (const one of said) handOn(one, Math.min(session.now_ms(), start_ms + one.to_s * 1000));
      },
      recorder: recorderOf(clockOf(attempt), recorded),
    });
    return meeting;
  };

  const stopped = async (attempt: number): Promise<void> => {
    const stopped_at = clock.now().toISOString();
    if (await ports.captureTasks.note(ref, attempt, { stopped_at })) await ensureCapture(await ports.bots.get(ref));
  };

  const work = async (attempt: number): Promise<string> => {
    const line = createSpeechLine({ ...ports, queue: memoryQueue() }, ref, attempt);
    const note = async (piece: HeardSpeech): Promise<void> => {
      pieces.push(piece);
      await line.note(piece);
    };
    const end = await workers.work(attempt, () => ({
      clock: clockOf(attempt),
      meetings: { open: async () => meetingOf(attempt) },
      speech: { note, handOn: line.handOn },
      log: (message) => void acts.push(`${Math.round(seconds())} ${attempt} # ${message}`),
    }));
    if (end === 'interrupted' || end === 'over') await stopped(attempt);
    return end;
  };

  const first = work(1);
  const ends: Promise<string>[] = killed_s === undefined ? [first] : [];
  await session.pause(Math.round(warned_s * 1000));
  await workers.warn(within_s * 1000, launcher);
  const arrival = (async () => {
    if (starts_after_s === undefined) return;
    await session.pause(Math.round(starts_after_s * 1000));
    ends.push(work(2));
  })();
  await arrival;
  if (killed_s !== undefined) {
    await session.pause((killed_s + 0.5 - seconds()) * 1000);
    await stopped(1);
  }
  const finished = await Promise.all(ends);
  return {
    ends: finished,
    acts,
    pieces,
    /** From when to when somebody recorded. */
    recorded_ms: recorded.until_ms - recorded.from_ms,
    /** For how long both bots were to be seen; undefined when they were not. */
    both_ms: came.has(2) && left.has(1) ? (left.get(1) ?? 0) - (came.get(2) ?? 0) : undefined,
    ...(await workers.left()),
    start_ms,
  };
};
