/** A camera, a screen and a voice for somebody who is played in a page. The entry point of a bundle. */
import { createQuietContext } from '../../lib/demo-room/page/devices/quiet-context.ts';
import { type CameraSettings, createCamera } from '../../lib/demo-room/scripted/actor/camera.ts';
import { createScreen } from '../../lib/demo-room/scripted/actor/screen.ts';
import { createVoice } from '../../lib/demo-room/scripted/actor/voice.ts';

export interface ActorSettings {
  readonly name: string;
  readonly camera: CameraSettings;
  /** Of the tone that they speak at, where they do not say clips. */
  readonly hertz: number | undefined;
}

export interface Spoken {
  /** When its first sound is sent. */
  readonly start_ms: number;
  readonly duration_ms: number;
}

export interface Actor {
  /** Speaks a clip of the demo room. */
  say(clip: string): Promise<Spoken>;
  /** Speaks syllables at a pitch of its own, by which it is told from others. */
  speak(for_ms: number): Promise<Spoken>;
  /** Answers once all is sent that `speak` was told to: on a busy machine sound takes longer than the clock says. */
  spokenOut(): Promise<void>;
}

const leadS = 0.05;

/** As the voices of test/capture/browser/heard-voices.ts sound. */
const syllables = (context: BaseAudioContext, hertz: number, for_ms: number): AudioBuffer => {
  const { sampleRate } = context;
  const samples = Float32Array.from({ length: Math.round((for_ms * sampleRate) / 1000) }, (_, index) => {
    const s = index / sampleRate;
    const overtones = Array.from({ length: 12 }, (_, n) => Math.sin(2 * Math.PI * s * hertz * (n + 1)) / (n + 1));
    const loudness = 0.5 - 0.5 * Math.cos((2 * Math.PI * s) / 0.25);
    return 0.15 * loudness * overtones.reduce((sum, one) => sum + one, 0);
  });
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
};

const createTone = (hertz: number) => {
  const context = createQuietContext();
  const microphone = context.createMediaStreamDestination();
  // A microphone goes on sending while nobody speaks.
  const silence = new ConstantSourceNode(context, { offset: 0 });
  silence.connect(microphone);
  silence.start();
  let isOver = Promise.resolve();
  return {
    stream: () => microphone.stream,
    spokenOut: () => isOver,
    async speak(for_ms: number): Promise<Spoken> {
      await context.resume();
      const source = new AudioBufferSourceNode(context, { buffer: syllables(context, hertz, for_ms) });
      source.connect(microphone);
      isOver = new Promise((resolve) => {
        source.onended = () => resolve();
      });
      source.start(context.currentTime + leadS);
      return { start_ms: Date.now() + leadS * 1000, duration_ms: for_ms };
    },
  };
};

const { name, camera: cameraSettings, hertz } = (window as unknown as { actorSettings: ActorSettings }).actorSettings;
const voice = createVoice();
const tone = hertz === undefined ? undefined : createTone(hertz);
const camera = createCamera(name, cameraSettings, voice.level);
const screen = createScreen(name);

const getUserMedia = async ({ audio, video }: MediaStreamConstraints = {}): Promise<MediaStream> =>
  // Pages stop the tracks that they have; a device can be opened again.
  new MediaStream(
    [
      ...(audio ? (tone ?? voice).stream().getAudioTracks() : []),
      ...(video && camera ? camera.stream().getVideoTracks() : []),
    ].map((track) => track.clone()),
  );

Object.defineProperty(MediaDevices.prototype, 'getUserMedia', { value: getUserMedia });
Object.defineProperty(MediaDevices.prototype, 'getDisplayMedia', { value: async () => screen.stream() });
const actor: Actor = {
  say: voice.say,
  speak: (for_ms) => tone?.speak(for_ms) ?? Promise.reject(new Error('nobody gave a pitch')),
  spokenOut: async () => tone?.spokenOut(),
};
Object.assign(window, { actor });

// Nobody looks at this tab: what is not drawn costs nothing.
document.addEventListener('DOMContentLoaded', () => {
  document.body.style.display = 'none';
});
