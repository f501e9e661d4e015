/** Everybody's sound: one mix for the recording, and who is speaking. Runs in the page. */
import { createSpeechGate, loudness, type SpeechChange, type SpeechGate } from './speech-gate.ts';

const sample_rate = 48_000;
const measure_every_ms = 40;
const most_queued_changes = 500;

export type AttributedChange = SpeechChange & { readonly participant_id: string };

interface Voice {
  readonly track: MediaStreamTrack;
  readonly source: MediaStreamAudioSourceNode;
  readonly analyser: AnalyserNode;
  readonly player: HTMLAudioElement;
  readonly gate: SpeechGate;
  participant_id: string | undefined;
}

/** `participantOf` tells whose a track is, once the page shows it. */
export const createRemoteAudio = (participantOf: (track: MediaStreamTrack) => string | undefined) => {
  // Made on first use: pages count contexts and complain of those made before a gesture.
  let mix: { context: AudioContext; destination: MediaStreamAudioDestinationNode } | undefined;
  const voices = new Map<MediaStreamTrack, Voice>();
  const changes: AttributedChange[] = [];
  const samples = new Float32Array(2048);

  const tell = (voice: Voice, change: SpeechChange | undefined): void => {
    if (!change || voice.participant_id === undefined || changes.length >= most_queued_changes) return;
    changes.push({ ...change, participant_id: voice.participant_id });
  };

  const measure = (): void => {
    const now_ms = Date.now();
    for (const voice of voices.values()) {
      voice.analyser.getFloatTimeDomainData(samples);
      // Speech of a track that belongs to nobody yet is not told: a wrong name is worse than none.
      if (!voice.gate.speaking) voice.participant_id = participantOf(voice.track) ?? voice.participant_id;
      if (voice.participant_id !== undefined) tell(voice, voice.gate.measure(loudness(samples), now_ms));
    }
  };

  const mixing = () => {
    if (mix) return mix;
    // No device is needed, and nothing is heard on the machine that the bot runs on.
    const context = new AudioContext({ sampleRate: sample_rate, sinkId: { type: 'none' } } as AudioContextOptions);
    mix = { context, destination: context.createMediaStreamDestination() };
    setInterval(measure, measure_every_ms);
    return mix;
  };

  const remove = (voice: Voice): void => {
    tell(voice, voice.gate.stop());
    voice.source.disconnect();
    voice.analyser.disconnect();
    voice.player.srcObject = null;
    voices.delete(voice.track);
  };

  return {
    add(track: MediaStreamTrack): void {
      if (track.kind !== 'audio' || voices.has(track)) return;
      const { context, destination } = mixing();
      const stream = new MediaStream([track]);
      // Chromium gives WebAudio silence from a remote track that no media element plays.
      const player = Object.assign(new Audio(), { srcObject: stream, muted: true });
      player.play().catch(() => undefined);
      const source = context.createMediaStreamSource(stream);
      const analyser = new AnalyserNode(context, { fftSize: samples.length });
      source.connect(analyser);
      source.connect(destination);
      const voice: Voice = { track, source, analyser, player, gate: createSpeechGate(), participant_id: undefined };
      voices.set(track, voice);
      track.addEventListener('ended', () => remove(voice));
    },
    /** The mix as a track of its own that sounds from now on, be it of silence. The caller stops it. */
    async mixedTrack(): Promise<MediaStreamAudioTrack> {
      const { context, destination } = mixing();
      if (context.state !== 'running') await context.resume();
      const track = destination.stream.getAudioTracks()[0];
      if (!track) throw new Error('the mix has no track');
      return track.clone() as MediaStreamAudioTrack;
    },
    /** The changes since the last call. */
    takeChanges(): AttributedChange[] {
      return changes.splice(0);
    },
  };
};
