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
import { createReads } from './reads.ts';
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

const reads = createReads((id, read) => say({ type: 'read', id, ...read }));

const stop = (): void => {
  player?.stop();
  player = undefined;
  reads.giveUp();
};

const play = ({ id, size_bytes, loop }: Extract<OutletCommand, { type: 'play' }>): void => {
  stop();
  const made = createPlayer({
    size_bytes,
    loop,
    read: (start, end) => reads.read(id, start, end),
    show: (frame) => show('video', frame),
    onReady: () => say({ type: 'ready', id }),
    onFault: (error) => say({ type: 'failed', reason: reasonOf(error) }),
  });
  player = made;
  const over = (message: OutletMessage): void => {
    // What becomes of one that was stopped says nothing of the one that plays the same video now.
    if (player !== made) return;
    player = undefined;
    settle();
    say(message);
  };
  made.done.then(
    () => over({ type: 'played', id }),
    (error: unknown) => over({ type: 'not_played', id, reason: reasonOf(error) }),
  );
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
  stop_playing: stop,
  bytes: ({ request, data }) => reads.give(request, Uint8Array.fromBase64(data)),
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
