/** What the page plays, as one voice: for platforms whose sound comes by no track. Runs in the page, before its scripts. */
import { meetingRate } from '../../media/sound.ts';
import { type TapListener, tapSounds } from '../shared/sound-taps.ts';

interface Played {
  readonly track: MediaStreamTrack;
  gain: number;
  node?: GainNode | undefined;
}

export interface PageOutput {
  /** Mixes what the page plays from now on. */
  start(): MediaStreamTrack;
  stop(): void;
}

interface Mix {
  readonly context: AudioContext;
  readonly output: MediaStreamAudioDestinationNode;
}

/** `isOwn`: what the bot itself says, which is not to come back. The page plays on as it would. */
export const createPageOutput = (isOwn: TapListener['isOwn'] & object): PageOutput => {
  const played = new Set<Played>();
  let mix: Mix | undefined;

  const plug = (one: Played, { context, output }: Mix): void => {
    one.node = new GainNode(context, { gain: one.gain });
    new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([one.track]) })
      .connect(one.node)
      .connect(output);
  };

  tapSounds({
    isOwn,
    add(track, onVolume) {
      const one: Played = { track, gain: 1 };
      played.add(one);
      track.addEventListener('ended', () => {
        played.delete(one);
        one.node?.disconnect();
      });
      onVolume((gain) => {
        one.gain = gain;
        if (one.node) one.node.gain.value = gain;
      });
      if (mix) plug(one, mix);
    },
  });

  return {
    start() {
      // Nobody listens to it: it needs no way to a loudspeaker.
      const options = { sampleRate: meetingRate, latencyHint: 'interactive', sinkId: { type: 'none' } } as const;
      const context = new AudioContext(options);
      mix = { context, output: new MediaStreamAudioDestinationNode(context, { channelCount: 1 }) };
      for (const one of played) plug(one, mix);
      const [track] = mix.output.stream.getAudioTracks();
      if (!track) throw new Error('a mix has no track');
      return track;
    },
    stop() {
      for (const one of played) one.node = undefined;
      mix?.context.close().catch(() => undefined);
      mix = undefined;
    },
  };
};
