import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { openMediaStore } from '../../lib/adapters/local/media-store.ts';
import { transcriptionQueue } from '../../lib/adapters/local/queue.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import { speechFile } from '../../lib/domain/transcription/speech.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { capturedFolder } from '../../lib/storage/bots/media-names.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { sendPieces } from '../../lib/usecases/transcription/speech-queue.ts';
import { aSpeechPiece } from '../lab/builders/speech-piece.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const program = fileURLToPath(new URL('fixtures/doomed-transcriber.ts', import.meta.url));

it('speech that is being transcribed, or waits for its next attempt, survives kill -9 and is stored once', async () => {
  await using folder = await aDataFolder();
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('BASE_URL', 'http://localhost:3000');
  const database = openDatabase(folder.path);
  const [speech, captured, media] = [
    speechRepository(sqliteTable(database)),
    capturedRepository(sqliteTable(database)),
    openMediaStore(),
  ];
  // How it answers from now on; badly only once, and then never.
  let how: 'never' | 'badly' | 'well' = 'never';
  await using server = await aTranscriptionServer((_, __, response) => {
    if (how === 'well') return saying('Still here.');
    if (how === 'badly') response.writeHead(503).end();
    how = 'never';
    return undefined;
  });
  const start = async () => {
    const told = {
      DATA_DIR: folder.path,
      BASE_URL: 'http://localhost:3000',
      CUSTOM_ASYNC_TRANSCRIPTION_URL: server.url,
    };
    const child = fork(program, {
      execArgv: ['--conditions=local'],
      env: { ...process.env, ...told },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return {
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  };
  const piece = aSpeechPiece();
  const audio = capturedFolder(piece) + speechFile(piece.piece_id);
  await speech.add(piece);
  await media.put(audio, new Uint8Array(640), 'application/octet-stream');
  await sendPieces(transcriptionQueue(database), [piece]);
  {
    await using _ = await start();
    await expect.poll(() => server.asked.length).toBe(1);
  }
  {
    how = 'badly';
    await using _ = await start();
    await expect.poll(async () => (await speech.get(piece, piece.piece_id))?.failures).toBe(1);
  }
  {
    how = 'well';
    // As when it was killed with the next attempt queued, and this one not acknowledged yet: the piece comes twice.
    await sendPieces(transcriptionQueue(database), [piece]);
    await using _ = await start();
    await expect.poll(() => speech.isAnyWaiting(piece)).toBe(false);
    await expect.poll(() => database.all('SELECT id FROM messages')).toEqual([]);
  }
  const [batch, ...more] = await captured.list(piece, 'utterances');
  expect(batch?.entries).toMatchObject([{ speaker_name: 'Maya', transcription: { transcript: 'Still here.' } }]);
  expect(more).toEqual([]);
  expect(server.complaints).toEqual([]);
  expect(await media.get(audio)).toBeUndefined();
  database.close();
  vi.unstubAllEnvs();
});
