/** Makes one MP4 of several takes, by copying what is encoded. */
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { parameterSets } from './mp4-boxes.ts';

type Track = InputVideoTrack | InputAudioTrack;

interface TrackSurvey {
  readonly packets: number;
  readonly end_s: number;
}

const survey = async (track: Track): Promise<TrackSurvey> => {
  let packets = 0;
  let end_s = 0;
  for await (const { timestamp, duration } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    packets += 1;
    end_s = Math.max(end_s, timestamp + duration);
  }
  return { packets, end_s };
};

const openTake = async (path: string) => {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video || !audio) throw new Error(`${path} lacks picture or sound`);
  const [pictures, sound] = [await survey(video), await survey(audio)];
  const [videoConfig, audioConfig] = [await video.getDecoderConfig(), await audio.getDecoderConfig()];
  if (!videoConfig || !audioConfig) throw new Error(`${path} does not tell how to decode it`);
  return { input, video, audio, pictures, sound, videoConfig, audioConfig };
};
type OpenTake = Awaited<ReturnType<typeof openTake>>;

const descriptionOf = ({ description }: VideoDecoderConfig): Uint8Array => {
  if (!description) return new Uint8Array();
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
};

/** A file has one decoder configuration; where a take's differs, its key pictures carry their own. */
const adapt = (first: VideoDecoderConfig, own: VideoDecoderConfig) => {
  const description = descriptionOf(own);
  if (Buffer.compare(descriptionOf(first), description) === 0) return (packet: EncodedPacket) => packet;
  const sets = parameterSets(description);
  return (packet: EncodedPacket) =>
    packet.type === 'key' ? packet.clone({ data: Buffer.concat([sets, packet.data]) }) : packet;
};

/** Both tracks of a take in order of time, as a player reads them. */
async function* interleaved(take: OpenTake): AsyncGenerator<{ kind: 'video' | 'audio'; packet: EncodedPacket }> {
  const streams = {
    video: new EncodedPacketSink(take.video).packets(),
    audio: new EncodedPacketSink(take.audio).packets(),
  };
  const next = { video: await streams.video.next(), audio: await streams.audio.next() };
  for (;;) {
    const [video, audio] = [next.video, next.audio];
    if (video.done && audio.done) return;
    const kind = audio.done || (!video.done && video.value.timestamp <= audio.value.timestamp) ? 'video' : 'audio';
    const packet = next[kind].value;
    if (packet) yield { kind, packet };
    next[kind] = await streams[kind].next();
  }
}

/**
 * Writes the takes one after the other, gaps between them cut out, into an MP4 whose index comes first. Needs memory for
 * the index only, about 100 bytes per picture. Answers the length.
 */
export const joinTakes = async (paths: readonly string[], target: string): Promise<{ duration_ms: number }> => {
  const takes = await Promise.all(paths.map(openTake));
  const first = takes[0];
  if (!first) throw new Error('there is no take to join');
  const total = (kind: 'pictures' | 'sound') => takes.reduce((sum, take) => sum + take[kind].packets, 0);

  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new FilePathTarget(target),
  });
  const video = new EncodedVideoPacketSource('avc');
  const audio = new EncodedAudioPacketSource('aac');
  output.addVideoTrack(video, { maximumPacketCount: total('pictures') });
  output.addAudioTrack(audio, { maximumPacketCount: total('sound') });
  await output.start();

  let start_s = 0;
  for (const take of takes) {
    const adapted = adapt(first.videoConfig, take.videoConfig);
    for await (const { kind, packet } of interleaved(take)) {
      const timestamp = start_s + packet.timestamp;
      if (kind === 'video') {
        await video.add(adapted(packet).clone({ timestamp }), { decoderConfig: first.videoConfig });
      } else {
        await audio.add(packet.clone({ timestamp }), { decoderConfig: first.audioConfig });
      }
    }
    start_s += Math.max(take.pictures.end_s, take.sound.end_s);
    take.input.dispose();
  }
  await output.finalize();
  return { duration_ms: Math.round(start_s * 1000) };
};
