/** Row 18: how soon speech can be read, from the moment at which a worker has a piece of it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { openMediaStore } from '../../../lib/adapters/local/media-store.ts';
import { openTranscriptionQueue } from '../../../lib/adapters/local/queue.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { createPeopleSeen } from '../../../lib/capture/session/people/people-seen.ts';
import { createSpeechAttribution } from '../../../lib/capture/session/speech/attribution.ts';
import { createPieceKeeper } from '../../../lib/capture/session/speech/piece-keeper.ts';
import { createTranscribedTime } from '../../../lib/capture/session/speech/transcribed-time.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createGetTranscript } from '../../../lib/usecases/captured/get-transcript.ts';
import { createSpeechLine } from '../../../lib/usecases/worker/speech-line.ts';
import { aBot } from '../../../test/lab/builders/records.ts';
import { allReadable } from '../../../test/lab/doubles/all-readable.ts';
import { aTranscriptionServer, saying } from '../../../test/lab/hosts/transcription-server.ts';
import type { Row } from '../../row.ts';
import { percentile } from '../../worlds/webhook-world.ts';

const program = fileURLToPath(new URL('../../fixtures/speech-home.ts', import.meta.url));

const speakers = 6;
const pieces = 240;
/** Six people who talk over each other: a piece of three seconds from each every three seconds. */
const everyMs = 500;
const pieceMs = 3_000;
const serverMs = 300;
const lookEveryMs = 5;

/** From the end of each piece until it is in the transcript, without the server's own time, ms. */
const latencies = async (): Promise<number[]> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  Object.assign(process.env, { DATA_DIR: folder, BASE_URL: 'http://127.0.0.1:1' });
  const server = cleanUp.use(
    await aTranscriptionServer(async () => {
      await pause(serverMs);
      return saying('It is all about how soon this can be read.');
    }),
  );
  const database = openDatabase(folder);
  cleanUp.defer(() => database.close());
  const home = fork(program, {
    execArgv: ['--conditions=local'],
    env: { ...process.env, CUSTOM_ASYNC_TRANSCRIPTION_URL: server.url },
  });
  await once(home, 'message');
  cleanUp.defer(() => void home.kill('SIGKILL'));

  const table = sqliteTable(database);
  const bot = aBot();
  const ref = refOf(bot);
  const [bots, media] = [botRepository(table), openMediaStore()];
  await bots.create(bot);
  const read = createGetTranscript({ ...allReadable, bots, captured: capturedRepository(table) });
  const keeper = cleanUp.use(
    createPieceKeeper({
      store: { put: (name, bytes, type) => media.put(capturedFolder(ref) + name, bytes, type) },
      sink: createSpeechLine(
        { speech: speechRepository(table), queue: openTranscriptionQueue(), clock: systemClock },
        ref,
        1,
      ),
      log: (message, fields) => console.error(message, fields),
    }),
  );
  const time = createTranscribedTime();
  time.note(true, 0);
  const attribution = createSpeechAttribution(keeper, time, createPeopleSeen());
  attribution.look({ provider: 'custom_async', parameters: { language: 'en' } }, 0);

  const ended = new Map<number, number>();
  const found: number[] = [];
  const look = async (): Promise<void> => {
    const since = new Date(Date.now() - 5_000);
    const now = await read(ref, since);
    const at = Date.now();
    for (const { timestamp_ms } of now) {
      const end = ended.get(timestamp_ms);
      if (end === undefined) continue;
      ended.delete(timestamp_ms);
      found.push(at - end - serverMs);
    }
  };
  const start = Date.now();
  for (let n = 0; n < pieces || ended.size > 0; ) {
    const now = Date.now();
    if (n < pieces && now >= start + n * everyMs) {
      // No two begin in the same millisecond.
      const start_timestamp_ms = now - pieceMs;
      ended.set(start_timestamp_ms, now);
      const pcm = new Uint8Array(pieceMs * 32);
      attribution.take({
        participant_id: `p-${n % speakers}`,
        start_timestamp_ms,
        duration_ms: pieceMs,
        sample_rate: 16_000,
        pcm,
      });
      n += 1;
    }
    if (now > start + pieces * everyMs + 30_000) throw new Error(`${ended.size} pieces were not transcribed`);
    await look();
    await pause(lookEveryMs);
  }
  if (server.complaints.length > 0) throw new Error(server.complaints.join('; '));
  return found;
};

export const speechLatencyRows: readonly Row[] = [
  {
    number: 18,
    title:
      'a piece of speech is handed over, 0.4 s after it ended → it can be read in the transcript, over the server’s own 0.3 s, local stack, s',
    target: 'p50 ≤ 0.05, p99 ≤ 0.1',
    measure: async () => {
      const all = await latencies();
      const seconds = (share: number) => (percentile(all, share) / 1000).toFixed(3);
      return `p50 ${seconds(0.5)}, p99 ${seconds(0.99)}`;
    },
  },
];
