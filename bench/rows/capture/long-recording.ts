/** What an hour of recording costs once the bot is told to leave, or a stream ends (row 20): on one machine, and of what lies in S3. */
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3MediaStore } from '../../../lib/adapters/aws/media-store.ts';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { fileMediaStore } from '../../../lib/adapters/local/media-store.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { MediaStore } from '../../../lib/ports/media-store.ts';
import { emulator, endpoint } from '../../../test/lab/hosts/aws-endpoint.ts';
import { aDataFolder } from '../../../test/lab/hosts/data-folder.ts';
import { judged, over } from '../../judged.ts';
import type { Row } from '../../row.ts';
import { countTraffic } from '../../s3-traffic.ts';
import { storeLongRecording, videoBitrates } from '../../worlds/long-recording.ts';

const hourS = 3_600;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0);

interface Finished {
  readonly seconds: number;
  readonly figure: string;
}

/** Has it finished; answers what that took of this process. */
const finishing = async (store: MediaStore): Promise<Finished> => {
  const [began_ms, cpu] = [performance.now(), process.cpuUsage()];
  const recording = await finishRecording(store, async () => undefined);
  const seconds = (performance.now() - began_ms) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (recording?.duration_ms !== hourS * 1000) throw new Error(`it became ${recording?.duration_ms} ms long`);
  const memory_mb = process.resourceUsage().maxRSS / 1024;
  const figure =
    `${seconds.toFixed(1)} s for ${megabytes(recording.size_bytes)} MB ` +
    `(${((user + system) / 1e6).toFixed(1)} CPU-s, ${Math.round(memory_mb)} MB of memory)`;
  return { seconds, figure };
};

const onOneMachine = async (bitrate: number): Promise<Finished> => {
  await using folder = await aDataFolder();
  const database = openDatabase(join(folder.path, 'data'));
  const store = fileMediaStore(database, { base_url: 'http://127.0.0.1' });
  await storeLongRecording(store, hourS, bitrate);
  return await finishing(store);
};

const inS3 = async (): Promise<Finished> => {
  if (!endpoint) throw new Error('AWS_ENDPOINT_URL names no emulator');
  const client = new S3Client({ ...emulator(endpoint), forcePathStyle: true });
  const Bucket = `bench-${crypto.randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  const store = s3MediaStore(client, Bucket);
  const traffic = countTraffic(client);
  await storeLongRecording(store, hourS);
  const meanwhile = traffic.soFar();
  const { seconds, figure } = await finishing(store);
  const { requests, sent_bytes, received_bytes } = traffic.soFar();
  await store.deleteAll('');
  client.destroy();
  const told =
    `${figure}: ${requests - meanwhile.requests} requests, ${megabytes(received_bytes - meanwhile.received_bytes)} MB read, ` +
    `${megabytes(sent_bytes - meanwhile.sent_bytes)} MB sent; in the meeting ${meanwhile.requests} requests, ` +
    `${megabytes(meanwhile.sent_bytes)} MB sent`;
  return { seconds, figure: told };
};

const within = (most_s: number, measure: () => Promise<Finished>): Pick<Row, 'target' | 'measure'> => ({
  target: `≤ ${most_s} s`,
  async measure() {
    const { seconds, figure } = await measure();
    return judged(figure, over({ s: seconds }, { s: most_s }));
  },
});

export const longRecordingRows: readonly Row[] = [
  {
    number: '20a',
    title: 'finishing an hour of 1080p in the store of one machine',
    ...within(5, () => onOneMachine(videoBitrates['1080p'])),
  },
  {
    number: '20b',
    title: 'finishing an hour of 1080p that lies in S3 (an emulator, which is slower at copying)',
    ...within(8, inS3),
  },
  {
    number: '20c',
    title: 'finishing an hour of an app session at 720p in the store of one machine',
    ...within(8, () => onOneMachine(videoBitrates.stream)),
  },
];
