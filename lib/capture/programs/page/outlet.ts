/** The page's end of the outlet: its devices, and the worker that feeds them. Runs in the page. */

import type { OutletCommand, OutletMessage, WorkerInput } from '../protocol/outlet.ts';
import type { Devices } from '../shared/devices.ts';
import type { SoundUser } from './heard-tracks.ts';

/** By the tracks that it is told of people in the meeting can be heard. */
export interface PageOutlet extends SoundUser {
  /** Starts the worker. A page that nothing is to be shown in has none. */
  start(script: string): void;
  /** Answers false when there is no worker to take the command. */
  obey(command: OutletCommand): boolean;
}

export const createPageOutlet = (devices: Devices, send: (message: OutletMessage) => void): PageOutlet => {
  let worker: Worker | undefined;
  let listening = false;
  const voices = new Set<MediaStreamTrack>();
  const copies = new Map<MediaStreamTrack, MediaStreamTrack>();

  const post = (input: WorkerInput, transfer: Transferable[] = []): void => worker?.postMessage(input, transfer);

  const offer = (kind: 'camera' | 'microphone' | 'screen'): void => {
    const stream = devices.offer(kind);
    if (stream) post({ type: 'device', kind, stream } as WorkerInput, [stream]);
  };

  const listenTo = (voice: MediaStreamTrack): void => {
    if (copies.has(voice) || voice.readyState === 'ended') return;
    const track = voice.clone() as MediaStreamAudioTrack;
    copies.set(voice, track);
    const stream = new MediaStreamTrackProcessor({ track }).readable;
    post({ type: 'voice', stream }, [stream]);
  };

  const listen = (on: boolean): void => {
    listening = on;
    if (on) for (const voice of voices) listenTo(voice);
    else {
      for (const copy of copies.values()) copy.stop();
      copies.clear();
    }
  };

  const take = (track: MediaStreamTrack): void => {
    if (track.kind !== 'audio') return;
    voices.add(track);
    if (listening) listenTo(track);
  };

  const drop = (track: MediaStreamTrack): void => {
    voices.delete(track);
    copies.get(track)?.stop();
    copies.delete(track);
  };

  return {
    start(script) {
      if (worker) return;
      const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      const made = new Worker(address);
      URL.revokeObjectURL(address);
      made.addEventListener('message', ({ data }: MessageEvent<OutletMessage>) => send(data));
      made.addEventListener('error', ({ message }) => send({ type: 'failed', reason: message }));
      worker = made;
    },
    obey(command) {
      if (!worker) return false;
      if (command.type === 'show') {
        for (const kind of ['camera', 'microphone', 'screen'] as const) {
          if (command.shown[kind] !== 'nothing') offer(kind);
        }
      }
      if (command.type === 'listen') listen(command.on);
      post(command);
      return true;
    },
    take: ({ track }) => take(track),
    drop: ({ track }) => drop(track),
    takeOutput: take,
    dropOutput: drop,
  };
};
