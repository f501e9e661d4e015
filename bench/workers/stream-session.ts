/** A session in a stream as the capture worker runs it, and what that took of its process: the last line, as JSON. */
import { join } from 'node:path';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { fileMediaStore } from '../../lib/adapters/local/media-store.ts';
import { finishRecording } from '../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../lib/capture/session/session.ts';
import { collectSeldom } from '../../lib/capture/streams/collect-seldom.ts';
import { guardedSockets } from '../../lib/capture/streams/rtms/socket.ts';
import { streamMeetings } from '../../lib/capture/streams/stream-meeting.ts';
import { anAssignment } from '../../test/lab/builders/assignment.ts';
import { aFakeBot } from '../../test/lab/doubles/fake-bot.ts';

collectSeldom();
const { folder, format, speech, watched, server_urls, ...key } = JSON.parse(process.argv[2] ?? '{}');
const store = fileMediaStore(openDatabase(join(folder, 'data')), { base_url: 'http://127.0.0.1' });
let utterances = 0;
// It keeps nothing of what it is told, as little as the service does in this process.
const bot = aFakeBot('joining', ({ seen, batches }) => {
  utterances += seen.utterances.length;
  for (const told of [...Object.values(seen), batches]) told.length = 0;
});
if (speech) bot.order({ transcription_settings: { custom_async: {} } });
let pieces = 0;
const megabyte = 1024 * 1024;
const lookEveryMs = 15_000;
/** What the process holds once garbage is collected, and what it takes. */
const memory: { readonly at_s: number; readonly held_mb: number; readonly resident_mb: number }[] = [];
const look = (): void => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  memory.push({
    at_s: performance.now() / 1000,
    held_mb: (heapUsed + external) / megabyte,
    resident_mb: rss / megabyte,
  });
};
if (watched) setInterval(look, lookEveryMs).unref();
const before = process.cpuUsage();
const usedSince = (from: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
};
/** From when on all that is used has been compiled; over an hour that is most of the time. */
const warmAfterMs = 30_000;
let warm: { readonly cpu: NodeJS.CpuUsage; readonly at_ms: number } | undefined;
setTimeout(() => {
  warm = { cpu: process.cpuUsage(), at_ms: performance.now() };
}, warmAfterMs);
await runCaptureSession(
  {
    line: bot,
    meetings: streamMeetings({
      stream: () => ({ key, servers: server_urls, hasTranscript: true, isOver: false }),
      open: guardedSockets({ allow_loopback: true }),
    }),
    segments: store,
    speech: {
      async note() {
        pieces += 1;
      },
      handOn: async () => undefined,
    },
  },
  anAssignment({ join_at: new Date(), recording_settings: { format, view: 'speaker_view', resolution: '720p' } }),
  new AbortController().signal,
);
const steady = warm && (60_000 * usedSince(warm.cpu)) / (performance.now() - warm.at_ms);
const recording = await finishRecording(store, async () => undefined);
console.log(
  JSON.stringify({
    cpu_s: usedSince(before),
    steady_cpu_s_per_min: steady,
    peak_mb: process.resourceUsage().maxRSS / 1024,
    duration_ms: recording?.duration_ms,
    pieces,
    utterances,
    memory,
  }),
);
process.exit(0);
