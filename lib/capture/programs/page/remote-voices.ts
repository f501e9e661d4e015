/** Hands everybody's sound to the media worker, and tells it whose it is. Runs in the page. */

import type { MediaWorker } from './media-worker.ts';
import type { TrackOwner } from './platform-page.ts';
import { createDelayMeter } from './playout-delay.ts';

const lookEveryMs = 100;
const measureEveryMs = 1_000;
// A second of blocks, and more: a machine that is too busy must not lose sound.
const waitingBlocks = 300;

interface Voice {
  readonly track: MediaStreamTrack;
  readonly delay: ReturnType<typeof createDelayMeter>;
  readonly number: number;
  readonly player: HTMLAudioElement;
  owner: string | null;
}

export interface RemoteVoices {
  add(track: MediaStreamTrack, receiver: RTCRtpReceiver): void;
  /** Gives all of them to a worker that has replaced another. */
  giveAgain(): void;
}

/** `ownerOf` tells whose a track is, once the page shows it. */
export const createRemoteVoices = (
  worker: Pick<MediaWorker, 'post'>,
  ownerOf: (track: MediaStreamTrack) => TrackOwner | undefined,
): RemoteVoices => {
  const voices = new Map<MediaStreamTrack, Voice>();
  let given = 0;

  /** What sounds in a shared screen is said by nobody in the meeting. */
  const speakerOf = (track: MediaStreamTrack): string | null => {
    const owner = ownerOf(track);
    return owner?.kind === 'voice' ? owner.participant_id : null;
  };

  const look = (): void => {
    for (const voice of voices.values()) {
      const owner = speakerOf(voice.track);
      if (owner !== voice.owner) worker.post({ type: 'voice_owner', voice: voice.number, owner });
      voice.owner = owner;
    }
  };

  /** Sound waits before it is played, the longer the busier the machine or the network; pictures wait less. */
  const measure = async (voice: Voice): Promise<void> => {
    const delay_ms = await voice.delay();
    // Where nothing can be measured, what is usual is taken.
    if (delay_ms !== undefined) worker.post({ type: 'voice_delay', voice: voice.number, delay_ms });
  };

  const measureAll = (): void => {
    for (const voice of voices.values()) void measure(voice);
  };

  const give = ({ track, number, owner }: Voice): void => {
    const sound = new MediaStreamTrackProcessor({
      track: track as MediaStreamAudioTrack,
      maxBufferSize: waitingBlocks,
    }).readable;
    worker.post({ type: 'voice', voice: number, owner, sound }, [sound]);
  };

  const remove = (voice: Voice): void => {
    worker.post({ type: 'voice_ended', voice: voice.number });
    voice.player.srcObject = null;
    voices.delete(voice.track);
  };

  return {
    add(track, receiver) {
      if (track.kind !== 'audio' || voices.has(track)) return;
      // Chromium gives silence from a remote track that no media element plays.
      const player = Object.assign(new Audio(), { srcObject: new MediaStream([track]), muted: true });
      player.play().catch(() => undefined);
      if (given === 0) {
        setInterval(look, lookEveryMs);
        setInterval(measureAll, measureEveryMs);
      }
      given += 1;
      const voice: Voice = { track, delay: createDelayMeter(receiver), number: given, player, owner: speakerOf(track) };
      voices.set(track, voice);
      give(voice);
      track.addEventListener('ended', () => remove(voice));
    },
    giveAgain() {
      for (const voice of voices.values()) give(voice);
    },
  };
};
