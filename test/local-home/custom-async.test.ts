import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { meetingBots } from '../../lib/client/index.ts';
import { startService } from '../../lib/demo/service.ts';
import { Script } from '../../lib/demo-room/script.ts';
import { runScript } from '../../lib/demo-room/scripted-participants.ts';
import type { ScriptEvent } from '../../lib/demo-room/stage.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const [maya, jonas] = ['Maya Lindqvist', 'Jonas Weber'];
const script = Script.parse({
  title: 'Two people talk',
  start: 'when_called',
  participants: [{ name: maya, host: true }, { name: jonas }],
  timeline: [
    { at_ms: 500, who: maya, do: 'say', clip: 'maya-01' },
    { at_ms: 5_000, who: jonas, do: 'say', clip: 'jonas-01' },
    { at_ms: 7_500, who: maya, do: 'say', clip: 'maya-02' },
  ],
});

const loudestOf = (samples: Int16Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

it('what people say in the demo room is sent to the operator’s own server and read under their names', {
  timeout: 120_000,
}, async () => {
  await using folder = await aDataFolder();
  await using server = await aTranscriptionServer(({ samples, sample_rate }) =>
    saying(`${Math.round((samples.length / sample_rate) * 10) / 10} s`),
  );
  vi.stubEnv('CUSTOM_ASYNC_TRANSCRIPTION_URL', server.url);
  await using service = await startService(folder.path);
  vi.unstubAllEnvs();
  const { base_url, api_key } = service.ready;
  const client = meetingBots(base_url, api_key);
  const made = await fetch(new URL('/room-api/rooms', base_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const room = (await made.json()) as { room_id: string; room_path: string; host_path: string };
  const said: ScriptEvent[] = [];
  await using people = await runScript({
    base_url,
    room,
    script,
    onEvent: (event) => event.type === 'say' && said.push(event),
  });
  const { id } = await client.createBot({
    body: {
      meeting_url: new URL(room.room_path, base_url).href,
      bot_name: 'Minutes',
      recording_settings: { format: 'none' },
      transcription_settings: { custom_async: { language: 'en' } },
    },
  });
  const path = { object_id: id };
  const state = async () => (await client.getBot({ path })).state;
  await expect.poll(state, { timeout: 45_000 }).toBe('joined_recording');
  people.start();
  // While the meeting goes on.
  await expect.poll(async () => (await client.getTranscript({ path })).length, { timeout: 30_000 }).toBe(3);
  await client.leaveBot({ path });
  await expect.poll(state, { timeout: 30_000 }).toBe('ended');

  const transcript = await client.getTranscript({ path });
  expect(transcript.map(({ speaker_name }) => speaker_name)).toEqual([maya, jonas, maya]);
  for (const [index, { timestamp_ms, duration_ms, transcription }] of transcript.entries()) {
    const { timestamp_ms: from_ms = 0, duration_ms: for_ms = 0 } = said[index] ?? {};
    // From a little before what is said to a little after it.
    expect(timestamp_ms).toBeLessThan(from_ms + for_ms / 2);
    expect(timestamp_ms + duration_ms).toBeGreaterThan(from_ms + for_ms / 2);
    expect(transcription.words?.[0]?.start).toBe(0);
  }
  expect(server.complaints).toEqual([]);
  expect(server.asked.map(({ sample_rate, fields }) => ({ sample_rate, fields }))).toEqual(
    Array(3).fill({ sample_rate: 16_000, fields: { language: 'en' } }),
  );
  for (const { samples } of server.asked) expect(loudestOf(samples)).toBeGreaterThan(1_000);
  // No sound is kept once it is transcribed.
  const media = join(folder.path, 'media');
  const kept = existsSync(media) ? await readdir(media, { recursive: true }) : [];
  expect(kept.filter((name) => name.endsWith('.pcm'))).toEqual([]);
});
