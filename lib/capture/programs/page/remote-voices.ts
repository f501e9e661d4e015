/** Hands everybody's sound to the media worker, and tells it whose it is. Runs in the page. */

import { createLineSpeakers } from './line-speakers.ts';
import type { MediaWorker } from './media-worker.ts';
import type { PlatformPage, ReceivedTrack } from './platform-page.ts';
import type { TrackUser } from './received-tracks.ts';

const lookEveryMs = 100;
const lookAtLinesEveryMs = 50;
// A second of blocks, and more: a machine that is too busy must not lose sound.
const waitingBlocks = 300;

interface Voice {
  readonly received: ReceivedTrack;
  readonly number: number;
  readonly player: HTMLAudioElement;
  owner: string | null;
  /** Present while several people share it. */
  line?: ReturnType<typeof createLineSpeakers> | undefined;
  /** When sound of it last reached the worker, by `performance.now()`. */
  heard_ms?: number;
}

export interface RemoteVoices extends Required<TrackUser> {
  /** Gives all of them to a worker that has replaced another. */
  giveAgain(): void;
  /** The worker has had sound of these voices since it said so last. */
  reached(voices: readonly number[]): void;
  heardAt(received: ReceivedTrack): number | undefined;
}

export const createRemoteVoices = (
  worker: Pick<MediaWorker, 'post'>,
  platform: Pick<PlatformPage, 'ownerOf' | 'speakerOf'>,
): RemoteVoices => {
  const voices = new Map<ReceivedTrack, Voice>();
  let given = 0;
  let lineTimer: ReturnType<typeof setInterval> | undefined;

  const lookAtLines = (): void => {
    let count = 0;
    for (const { received, number: voice, line } of voices.values()) {
      if (!line) continue;
      count += 1;
      const spans = line(received.receiver.getContributingSources(), Date.now());
      worker.post({ type: 'line_speakers', voice, spans });
    }
    if (count > 0) return;
    clearInterval(lineTimer);
    lineTimer = undefined;
  };

  /** What sounds in a shared screen is said by nobody in the meeting. */
  const look = (voice: Voice): void => {
    const owner = platform.ownerOf(voice.received);
    if (owner?.kind === 'line') {
      voice.line ??= createLineSpeakers((moment) => platform.speakerOf?.(voice.received, moment));
      lineTimer ??= setInterval(lookAtLines, lookAtLinesEveryMs);
      return;
    }
    const speaker = owner?.kind === 'voice' ? owner.participant_id : null;
    if (speaker === voice.owner && !voice.line) return;
    voice.line = undefined;
    voice.owner = speaker;
    worker.post({ type: 'voice_owner', voice: voice.number, owner: speaker });
  };

  const lookAtAll = (): void => {
    for (const voice of voices.values()) look(voice);
  };

  const give = ({ received, number, owner }: Voice): void => {
    const sound = new MediaStreamTrackProcessor({
      track: received.track as MediaStreamAudioTrack,
      maxBufferSize: waitingBlocks,
    }).readable;
    worker.post({ type: 'voice', voice: number, owner, sound }, [sound]);
  };

  return {
    take(received) {
      const { track } = received;
      if (track.kind !== 'audio') return;
      // Chromium gives silence from a remote track that no media element plays.
      const player = Object.assign(new Audio(), { srcObject: new MediaStream([track]), muted: true });
      player.play().catch(() => undefined);
      if (given === 0) setInterval(lookAtAll, lookEveryMs);
      given += 1;
      const owner = platform.ownerOf(received);
      const speaker = owner?.kind === 'voice' ? owner.participant_id : null;
      const voice: Voice = { received, number: given, player, owner: speaker };
      voices.set(received, voice);
      give(voice);
      look(voice);
    },
    drop(received) {
      const voice = voices.get(received);
      if (!voice) return;
      voices.delete(received);
      voice.player.srcObject = null;
      worker.post({ type: 'voice_ended', voice: voice.number });
    },
    /** Sound waits before it is played, the longer the busier the machine or the network; pictures wait less. */
    delayed(delays) {
      for (const [received, { number: voice }] of voices) {
        const delay_ms = delays.get(received);
        // Where nothing can be measured, what is usual is taken.
        if (delay_ms !== undefined) worker.post({ type: 'voice_delay', voice, delay_ms });
      }
    },
    giveAgain() {
      for (const voice of voices.values()) give(voice);
    },
    reached(numbers) {
      const reached = new Set(numbers);
      for (const voice of voices.values()) if (reached.has(voice.number)) voice.heard_ms = performance.now();
    },
    heardAt: (received) => voices.get(received)?.heard_ms,
  };
};
