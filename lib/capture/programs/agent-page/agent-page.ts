/**
 * Makes a page of a client's a voice agent: the meeting is its microphone, and it is seen and heard by us. The entry
 * point of a bundle that runs in every document of the page, before the document's scripts.
 */

import type { AgentCommand, AgentHookOptions, AgentInput, AgentMessage } from '../protocol/agent.ts';
import { createDevices } from '../shared/devices.ts';
import { tabPicture } from '../shared/own-tab.ts';
import { tapSounds } from '../shared/sound-taps.ts';

const loaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

export const install = ({ agent, binding, worker: script, size }: AgentHookOptions): void => {
  const globals = globalThis as unknown as Record<string, unknown>;
  const tell = globals[binding] as ((payload: string) => void) | undefined;
  delete globals[binding];
  const devices = createDevices();
  // Frames find no devices, those without an address of their own included, and only what the page itself shows and
  // plays is carried.
  if (globalThis.top !== globalThis.self || !/^https?:$/.test(location.protocol)) return;

  const send = (message: AgentMessage): void => tell?.(JSON.stringify(message));
  const fail = (error: unknown): void => send({ type: 'failed', reason: String(error) });
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.addEventListener('message', ({ data }: MessageEvent<AgentMessage>) => send(data));
  worker.addEventListener('error', ({ message }) => fail(message));
  const post = (input: AgentInput, transfer: Transferable[] = []): void => worker.postMessage(input, transfer);

  const microphone = devices.offer('microphone') as WritableStream<AudioData> | undefined;
  if (microphone) post({ type: 'microphone', stream: microphone }, [microphone]);

  let sounds = 0;
  tapSounds({
    add(track, onVolume) {
      sounds += 1;
      const id = sounds;
      const stream = new MediaStreamTrackProcessor({ track: track.clone() as MediaStreamAudioTrack }).readable;
      post({ type: 'sound', id, stream }, [stream]);
      onVolume((gain) => post({ type: 'volume', id, gain }));
    },
  });

  const capture = async (): Promise<void> => {
    await loaded();
    const track = await tabPicture(devices.captureTab, size);
    const stream = new MediaStreamTrackProcessor({ track }).readable;
    post({ type: 'pictures', size, stream }, [stream]);
  };
  capture().catch(fail);

  Object.defineProperty(globals, agent, { value: (command: AgentCommand) => post(command), enumerable: false });
};
