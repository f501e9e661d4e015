/** Carries the pictures and the sound of a voice agent's page to Node, and the meeting's sound into its microphone. */
import { createJitterBuffer } from '../page/jitter-buffer.ts';
import { createMetronome } from '../page/metronome.ts';
import { block_samples, fromPcm, sample_rate, toPcm } from '../page/sound.ts';
import { createSoundSender, createVoices } from '../page/voices.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import type { AgentInput, AgentMessage } from './protocol.ts';

const say = (message: AgentMessage): void => postMessage(message);
const fail = (error: unknown): void => say({ type: 'failed', reason: String(error).slice(0, 500) });

const meeting = createJitterBuffer();
const sounds = createVoices();
const gains = new Map<number, number>();
const sendSound = createSoundSender((samples) => say({ type: 'sound', pcm: toPcm(samples) }));
let microphone: WritableStreamDefaultWriter<AudioData> | undefined;
let encoder: ReturnType<typeof createPictureEncoder> | undefined;
let written = 0;

const speak = (data: Float32Array<ArrayBuffer>): void => {
  const format = { format: 'f32-planar', sampleRate: sample_rate, numberOfChannels: 1 } as const;
  const timestamp = Math.round((written / sample_rate) * 1e6);
  written += data.length;
  microphone?.write(new AudioData({ ...format, numberOfFrames: data.length, timestamp, data })).catch(() => undefined);
};

createMetronome(() => {
  const heard = new Float32Array(block_samples);
  meeting.mixInto(heard);
  speak(heard);
  const said = new Float32Array(block_samples);
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
  microphone({ stream }) {
    microphone = stream.getWriter();
  },
  sound: ({ id, stream }) => sounds.add(stream, () => gains.get(id) ?? 1),
  volume({ id, gain }) {
    gains.set(id, gain);
  },
  pictures: (input) => void capture(input).catch(fail),
};

addEventListener('message', ({ data }: MessageEvent<AgentInput>) => {
  (handlers[data.type] as (input: AgentInput) => void)(data);
});
