import { createQuietContext } from '../../page/devices/quiet-context.ts';

// Starting a source a little ahead makes its start exact, whatever the main thread is doing.
const leadS = 0.05;

/** A microphone that speaks clips of the demo room. */
export const createVoice = () => {
  let context: AudioContext | undefined;
  let microphone: MediaStreamAudioDestinationNode | undefined;
  let analyser: AnalyserNode | undefined;
  const samples = new Float32Array(256);
  const decoded = new Map<string, Promise<AudioBuffer>>();

  const open = () => {
    if (context && microphone && analyser) return { context, microphone, analyser };
    context = createQuietContext();
    microphone = context.createMediaStreamDestination();
    // A microphone goes on sending while nobody speaks; a graph without a source would fall asleep.
    const silence = new ConstantSourceNode(context, { offset: 0 });
    silence.connect(microphone);
    silence.start();
    analyser = context.createAnalyser();
    analyser.fftSize = samples.length;
    return { context, microphone, analyser };
  };

  const load = async (clip: string): Promise<AudioBuffer> => {
    const response = await fetch(`/room/assets/clips/${clip}.opus`);
    if (!response.ok) throw new Error(`the clip '${clip}' could not be loaded: ${response.status}`);
    return open().context.decodeAudioData(await response.arrayBuffer());
  };

  const buffer = (clip: string): Promise<AudioBuffer> => {
    const known = decoded.get(clip) ?? load(clip);
    decoded.set(clip, known);
    return known;
  };

  return {
    stream: () => open().microphone.stream,
    level: (): number => {
      analyser?.getFloatTimeDomainData(samples);
      return Math.max(...samples.map(Math.abs));
    },
    say: async (clip: string) => {
      const spoken = await buffer(clip);
      const { context, microphone, analyser } = open();
      await context.resume();
      const source = context.createBufferSource();
      source.buffer = spoken;
      source.connect(microphone);
      source.connect(analyser);
      source.addEventListener('ended', () => source.disconnect());
      source.start(context.currentTime + leadS);
      return { start_ms: Math.round(Date.now() + leadS * 1000), duration_ms: Math.round(spoken.duration * 1000) };
    },
  };
};
