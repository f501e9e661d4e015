/**
 * Makes the bot's picture and sound off the page's thread: of a picture, a video, or its voice agent. The entry point of a
 * bundle of its own.
 */
import type { OutletCommand, OutletMessage, Shown, WorkerInput } from '../protocol/outlet.ts';
import { createMetronome } from '../shared/metronome.ts';
import { createMicrophone } from '../shared/microphone.ts';
import { blockSamples, fromPcm, toPcm } from '../shared/sound.ts';
import { createSoundSender } from '../shared/sound-sender.ts';
import { createVoices } from '../shared/voices.ts';
import { createAgentPictures } from './agent-pictures.ts';
import { createAgentVoice } from './agent-voice.ts';
import { createPlayer, type Player } from './player.ts';
import { createPicture } from './still-picture.ts';

const say = (message: OutletMessage): void => postMessage(message);
const reasonOf = (error: unknown): string => String(error).slice(0, 500);

let shown: Shown = { camera: 'nothing', microphone: 'nothing', screen: 'nothing' };
let listening = false;
let player: Player | undefined;
const cameras = new Map<'camera' | 'screen', WritableStreamDefaultWriter<VideoFrame>>();
const microphone = createMicrophone();

/** Shows a frame where its source is wanted, with the time of now, and closes it. */
const show = (source: Shown['camera'], frame: VideoFrame): void => {
  const timestamp = Math.round(performance.now() * 1000);
  for (const [kind, writer] of cameras) {
    if (shown[kind] === source) writer.write(new VideoFrame(frame, { timestamp })).catch(() => undefined);
  }
  frame.close();
};

const picture = createPicture((frame) => show('picture', frame));
/** The agent's newest picture, for the moment at which it is to be seen: a page that stands still gives no other soon. */
let agentFrame: VideoFrame | undefined;
const keepAgentFrame = (frame: VideoFrame | undefined): void => {
  agentFrame?.close();
  agentFrame = frame;
};
const agentPictures = createAgentPictures(
  (frame) => {
    keepAgentFrame(frame.clone());
    show('agent', frame);
  },
  () => say({ type: 'key_wanted' }),
);
const agentVoice = createAgentVoice();
const voices = createVoices();
let isSteady = false;
const sendHeard = createSoundSender(
  (samples) => say({ type: 'heard', pcm: toPcm(samples) }),
  () => isSteady,
);

const metronome = createMetronome(() => {
  const block = new Float32Array(blockSamples);
  player?.beat(block);
  agentVoice.mixInto(block);
  if (shown.microphone !== 'nothing') microphone.speak(block);
  if (!listening) return;
  const heard = new Float32Array(blockSamples);
  voices.mixInto(heard);
  sendHeard(heard);
});

const settle = (): void => {
  picture.run(shown.camera === 'picture');
  metronome.run(shown.microphone !== 'nothing' || player !== undefined || listening);
};

const requests = new Map<number, (data: Uint8Array) => void>();
let asked = 0;

const play = ({ id, size_bytes, loop }: Extract<OutletCommand, { type: 'play' }>): void => {
  player?.stop();
  const read = (start: number, end: number): Promise<Uint8Array> =>
    new Promise((resolve) => {
      asked += 1;
      requests.set(asked, resolve);
      say({ type: 'read', id, request: asked, start, end });
    });
  const made = createPlayer({
    size_bytes,
    loop,
    read,
    show: (frame) => show('video', frame),
    onReady: () => say({ type: 'ready', id }),
  });
  player = made;
  made.done
    .then(
      () => say({ type: 'played', id }),
      (error: unknown) => say({ type: 'not_played', id, reason: reasonOf(error) }),
    )
    .finally(() => {
      if (player === made) player = undefined;
      settle();
    });
};

const handlers: { [T in WorkerInput['type']]: (input: Extract<WorkerInput, { type: T }>) => void } = {
  device(input) {
    if (input.kind === 'microphone') microphone.plugIn(input.stream);
    else cameras.set(input.kind, input.stream.getWriter());
  },
  voice: ({ stream }) => voices.add(stream),
  picture({ png }) {
    picture
      .load(Uint8Array.fromBase64(png))
      .catch((error: unknown) => say({ type: 'failed', reason: reasonOf(error) }));
  },
  show(input) {
    const showsAgent = (): boolean => shown.camera === 'agent' || shown.screen === 'agent';
    const showedAgent = showsAgent();
    shown = input.shown;
    agentVoice.hear(shown.microphone === 'agent');
    if (showsAgent() && agentFrame) show('agent', agentFrame.clone());
    if (!showedAgent || showsAgent()) return;
    agentPictures.reset();
    keepAgentFrame(undefined);
  },
  play,
  roll: () => player?.roll(),
  stop_playing() {
    player?.stop();
    player = undefined;
  },
  bytes({ request, data }) {
    requests.get(request)?.(Uint8Array.fromBase64(data));
    requests.delete(request);
  },
  agent_picture({ key, data }) {
    agentPictures.take(key, Uint8Array.fromBase64(data));
  },
  agent_sound: ({ pcm }) => agentVoice.pageSays(fromPcm(pcm)),
  server_sound: ({ pcm }) => agentVoice.serverSays(fromPcm(pcm)),
  server_hush: () => agentVoice.hush(),
  listen({ on, steady }) {
    listening = on;
    isSteady = steady;
  },
};

addEventListener('message', ({ data }: MessageEvent<WorkerInput>) => {
  (handlers[data.type] as (input: WorkerInput) => void)(data);
  settle();
});
