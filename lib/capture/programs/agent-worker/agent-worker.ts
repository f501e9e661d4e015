/** Carries the pictures and the sound of a voice agent's page to Node, and the meeting's sound into its microphone. */

import type { AgentInput, AgentMessage } from '../protocol/agent.ts';
import { createJitterBuffer, mostThroughPages } from '../shared/jitter-buffer.ts';
import { createMetronome } from '../shared/metronome.ts';
import { createMicrophone } from '../shared/microphone.ts';
import { blockSamples, fromPcm, toPcm } from '../shared/sound.ts';
import { createSoundSender } from '../shared/sound-sender.ts';
import { createVoices } from '../shared/voices.ts';
import { createPictureEncoder } from './picture-encoder.ts';

const say = (message: AgentMessage): void => postMessage(message);
const fail = (error: unknown): void => say({ type: 'failed', reason: String(error).slice(0, 500) });

const microphone = createMicrophone();
const meeting = createJitterBuffer({ most_samples: mostThroughPages });
const sounds = createVoices();
const gains = new Map<number, number>();
const sendSound = createSoundSender((samples) => say({ type: 'sound', pcm: toPcm(samples) }));
let encoder: ReturnType<typeof createPictureEncoder> | undefined;

createMetronome(() => {
  const heard = new Float32Array(blockSamples);
  meeting.mixInto(heard);
  microphone.speak(heard);
  const said = new Float32Array(blockSamples);
  sounds.mixInto(said);
  sendSound(said);
}).run(true);

const capture = async ({ size, stream }: Extract<AgentInput, { type: 'pictures' }>): Promise<void> => {
  const made = createPictureEncoder(size, (key, data) => say({ type: 'picture', key, data: data.toBase64() }), fail);
  encoder = made;
  const frames = stream.getReader();
  for (let next = await frames.read(); !next.done; next = await frames.read()) made.take(next.value);
  fail('the page can no longer be seen');
};

const handlers: { [T in AgentInput['type']]: (input: Extract<AgentInput, { type: T }>) => void } = {
  hear: ({ pcm }) => meeting.push(fromPcm(pcm)),
  key: () => encoder?.giveKey(),
  microphone: ({ stream }) => microphone.plugIn(stream),
  sound: ({ id, stream }) => sounds.add(stream, () => gains.get(id) ?? 1),
  volume({ id, gain }) {
    gains.set(id, gain);
  },
  pictures: (input) => void capture(input).catch(fail),
};

addEventListener('message', ({ data }: MessageEvent<AgentInput>) => {
  (handlers[data.type] as (input: AgentInput) => void)(data);
});
