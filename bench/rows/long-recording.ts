/** What an hour of recording costs once the bot is told to leave (row 20). */
import { join } from 'node:path';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { fileMediaStore } from '../../lib/adapters/local/media-store.ts';
import { finishRecording } from '../../lib/capture/recorder/finish.ts';
import { aDataFolder } from '../../test/support/data-folder.ts';
import { storeLongRecording } from '../long-recording.ts';
import type { Row } from '../row.ts';

const hour_s = 3_600;

const measure = async (): Promise<string> => {
  await using folder = await aDataFolder();
  await using scratch = await aDataFolder();
  const database = openDatabase(join(folder.path, 'data'));
  const store = fileMediaStore(database, { base_url: 'http://127.0.0.1' });
  const bytes = await storeLongRecording(store, hour_s);
  const [began_ms, cpu] = [performance.now(), process.cpuUsage()];
  const recording = await finishRecording(store, async () => undefined, { scratch: scratch.path });
  const seconds = (performance.now() - began_ms) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (recording?.duration_ms !== hour_s * 1000) throw new Error(`it became ${recording?.duration_ms} ms long`);
  const memory_mb = process.resourceUsage().maxRSS / 1024;
  return `${seconds.toFixed(1)} s for ${Math.round(bytes / 1e6)} MB (${((user + system) / 1e6).toFixed(1)} CPU-s, ${Math.round(memory_mb)} MB of memory)`;
};

export const longRecordingRows: readonly Row[] = [
  { number: '20a', title: 'finishing an hour of 1080p in the store of one machine', target: '8 s', measure },
];
