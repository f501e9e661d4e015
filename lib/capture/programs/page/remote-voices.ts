/** Hands everybody's sound to the media worker, and tells it whose it is. Runs in the page. */

import type { SpanClock, SpeakerSpan } from '../protocol/speech.ts';
import { createPacketTime } from '../shared/unix-time.ts';
import type { SoundUser } from './heard-tracks.ts';
import { type Contribution, createLineSpeakers } from './line-speakers.ts';
import type { MediaWorker } from './media-worker.ts';
import type { LineMoment, PlatformPage, ReceivedTrack, TrackOwner } from './platform-page.ts';
import { createTrackSpans } from './track-spans.ts';

const lookEveryMs = 100;
const lookAtLinesEveryMs = 50;
// A second of blocks, and more: a machine that is too busy must not lose sound.
const waitingBlocks = 300;

/** Something that people are heard by. */
interface Source {
  readonly track: MediaStreamTrack;
  owner(): TrackOwner | undefined;
  contributions(): readonly Contribution[];
  speaker(moment: LineMoment): string | null | undefined;
  certainAfterMs(): number | undefined;
  /** How long its sound waits before it is played, where that is always the same. */
  readonly delay_ms?: number;
}

interface Voice extends Source {
  readonly number: number;
  readonly player: HTMLAudioElement | undefined;
  heardOf: string | null;
  /** Present while several people share it. */
  line?: ReturnType<typeof createLineSpeakers> | undefined;
  /** Present where it may be handed on. */
  readonly handedOn: ReturnType<typeof createTrackSpans> | undefined;
  /** When sound of it last reached the worker, by `performance.now()`. */
  heard_ms?: number;
}

/** What the page plays is a line. */
export interface RemoteVoices extends Required<SoundUser> {
  /** Gives all of them to a worker that has replaced another. */
  giveAgain(): void;
  /** The worker has had sound of these voices since it said so last. */
  reached(voices: readonly number[]): void;
  /** When sound of a track last reached the worker, by `performance.now()`. */
  heardAt(track: MediaStreamTrack): number | undefined;
}

/** What sounds in a shared screen is said by nobody in the meeting. */
const speakerOf = (owner: TrackOwner | undefined): string | null =>
  owner?.kind === 'voice' ? owner.participant_id : null;

export const createRemoteVoices = (
  worker: Pick<MediaWorker, 'post'>,
  platform: Pick<PlatformPage, 'ownerOf' | 'speakerOf' | 'certainAfterMs' | 'speakersAreTold' | 'handsTracksOn'>,
): RemoteVoices => {
  const voices = new Map<MediaStreamTrack, Voice>();
  const packetTime = createPacketTime();
  // As it was before anybody listens to what the page plays: what plays here is not the page's.
  const { play } = HTMLMediaElement.prototype;
  let given = 0;
  let lineTimer: ReturnType<typeof setInterval> | undefined;

  const tellSpeakers = (voice: number, spans: readonly SpeakerSpan[], by: SpanClock): void =>
    worker.post({ type: 'line_speakers', voice, spans, by });

  const lookAtLines = (): void => {
    const lines = [...voices.values()].filter(({ line }) => line);
    for (const { number: voice, line, contributions } of lines) {
      tellSpeakers(voice, line?.(contributions(), performance.now()) ?? [], 'played');
    }
    if (lines.length > 0) return;
    clearInterval(lineTimer);
    lineTimer = undefined;
  };

  const look = (voice: Voice): void => {
    const owner = voice.owner();
    if (owner?.kind === 'line') {
      voice.line ??= createLineSpeakers(voice.speaker, voice.certainAfterMs, platform.speakersAreTold);
      lineTimer ??= setInterval(lookAtLines, lookAtLinesEveryMs);
      return;
    }
    const speaker = speakerOf(owner);
    if (voice.handedOn) {
      tellSpeakers(voice.number, voice.handedOn(speaker, performance.now(), owner?.handed), 'arrived');
      return;
    }
    if (speaker === voice.heardOf && !voice.line) return;
    voice.line = undefined;
    voice.heardOf = speaker;
    worker.post({ type: 'voice_owner', voice: voice.number, owner: speaker });
  };

  const lookAtAll = (): void => {
    for (const voice of voices.values()) look(voice);
  };

  const give = ({ track, number, heardOf, line, delay_ms }: Voice): void => {
    const sound = new MediaStreamTrackProcessor({
      track: track as MediaStreamAudioTrack,
      maxBufferSize: waitingBlocks,
    }).readable;
    // Who was heard by it before it became a line may not be heard any more.
    worker.post({ type: 'voice', voice: number, owner: line ? null : heardOf, sound }, [sound]);
    if (delay_ms !== undefined) worker.post({ type: 'voice_delay', voice: number, delay_ms });
  };

  /** Chromium gives silence from a remote track that no media element plays. */
  const playUnheard = (track: MediaStreamTrack): HTMLAudioElement => {
    const player = Object.assign(new Audio(), { srcObject: new MediaStream([track]), muted: true });
    play.call(player).catch(() => undefined);
    return player;
  };

  const add = (source: Source, player?: HTMLAudioElement): Voice => {
    if (given === 0) setInterval(lookAtAll, lookEveryMs);
    given += 1;
    const { handsTracksOn } = platform;
    const handedOn = handsTracksOn && createTrackSpans(() => handsTracksOn.told_within_ms);
    const heardOf = handedOn ? null : speakerOf(source.owner());
    const voice: Voice = { ...source, number: given, player, heardOf, handedOn };
    voices.set(source.track, voice);
    give(voice);
    look(voice);
    return voice;
  };

  const drop = (track: MediaStreamTrack): void => {
    const voice = voices.get(track);
    if (!voice) return;
    voices.delete(track);
    if (voice.player) voice.player.srcObject = null;
    worker.post({ type: 'voice_ended', voice: voice.number });
  };

  return {
    take(received) {
      if (received.track.kind !== 'audio') return;
      const source = {
        track: received.track,
        owner: () => platform.ownerOf(received),
        contributions: () =>
          received.receiver.getContributingSources().map(({ source, timestamp, audioLevel }) => ({
            source,
            audioLevel,
            timestamp: packetTime(timestamp),
          })),
        speaker: (moment: LineMoment) => platform.speakerOf?.(received, moment),
        certainAfterMs: () => platform.certainAfterMs?.(received),
      };
      add(source, playUnheard(received.track));
    },
    drop: ({ track }) => drop(track),
    takeOutput(track) {
      add({
        track,
        owner: () => ({ kind: 'line' }),
        contributions: () => [],
        speaker: (moment) => platform.speakerOf?.('output', moment),
        certainAfterMs: () => platform.certainAfterMs?.('output'),
        // It has waited already, before it was played.
        delay_ms: 0,
      });
    },
    dropOutput: drop,
    /** Sound waits before it is played, the longer the busier the machine or the network; pictures wait less. */
    delayed(delays: ReadonlyMap<ReceivedTrack, number>) {
      for (const [{ track }, delay_ms] of delays) {
        const voice = voices.get(track);
        // Where nothing can be measured, what is usual is taken.
        if (voice) worker.post({ type: 'voice_delay', voice: voice.number, delay_ms });
      }
    },
    giveAgain() {
      for (const voice of voices.values()) give(voice);
    },
    reached(numbers) {
      const reached = new Set(numbers);
      for (const voice of voices.values()) if (reached.has(voice.number)) voice.heard_ms = performance.now();
    },
    heardAt: (track) => voices.get(track)?.heard_ms,
  };
};
