import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHome } from '../../bin/admin/open-home.ts';
import { runAdmin } from '../../lib/admin/run.ts';
import { type MeetingBots, meetingBots } from '../../lib/client/index.ts';
import { startService } from '../../lib/demo/service.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import type { ScriptEvent } from '../../lib/demo-room/scripted/stage.ts';
import { hearing } from '../facsimiles/sound/heard.ts';
import { aSttA } from '../facsimiles/stt-a/stt-a.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const key = 'a-key-of-deepgram';
const [maya, jonas] = ['Maya Lindqvist', 'Jonas Weber'];
const script = Script.parse({
  title: 'Two people talk',
  start: 'when_called',
  // Nobody looks.
  participants: [
    { name: maya, host: true, camera: { style: 'off' } },
    { name: jonas, camera: { style: 'off' } },
  ],
  timeline: [
    { at_ms: 500, who: maya, do: 'say', clip: 'maya-01' },
    { at_ms: 5_000, who: jonas, do: 'say', clip: 'jonas-01' },
    { at_ms: 7_500, who: maya, do: 'say', clip: 'maya-02' },
  ],
});

type Settings = NonNullable<Parameters<MeetingBots['createBot']>[0]['body']['transcription_settings']>;
/** Whether an entry of a transcript is of something that was said: under their name, while they said it. */
const isOf = (
  { who, timestamp_ms: from_ms, duration_ms: for_ms = 0 }: ScriptEvent,
  entry: { readonly speaker_name: string; readonly timestamp_ms: number; readonly duration_ms: number },
): boolean =>
  entry.speaker_name === who &&
  entry.timestamp_ms < from_ms + for_ms &&
  entry.timestamp_ms + entry.duration_ms > from_ms;
const loudestOf = (samples: Int16Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

it('what people say in the demo room is sent to the provider that each bot names, and to no other; keys are nowhere but there', async () => {
  await using folder = await aDataFolder();
  await using server = await aTranscriptionServer(({ samples, sample_rate }) =>
    saying(`${Math.round((samples.length / sample_rate) * 10) / 10} s`),
  );
  await using deepgram = await aSttA({ keys: [key], hear: hearing('So it was said.') });
  const environment = { ...process.env, CUSTOM_ASYNC_TRANSCRIPTION_URL: server.url, STT_A_URL: deepgram.url };
  await using service = await startService(folder.path, { environment });
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
  const invite = async (bot_name: string, transcription_settings: Settings) => {
    const meeting_url = new URL(room.room_path, base_url).href;
    const body = { meeting_url, bot_name, recording_settings: { format: 'none' as const }, transcription_settings };
    return { object_id: (await client.createBot({ body })).id };
  };
  const path = await invite('Minutes', { custom_async: { language: 'en' } });
  const home = ['--data', folder.path] as const;
  await runAdmin([...home, 'credentials', 'set', 'stt_a'], openHome, async () => key);
  const hosted = await invite('Hosted', { stt_a: { language: 'en', keyterms: ['Lindqvist'] } });
  const all = [path, hosted];
  const states = () => Promise.all(all.map(async (path) => (await client.getBot({ path })).state));
  await expect.poll(states).toEqual(['joined_recording', 'joined_recording']);
  people.start();
  /** In as many pieces as it came: a busy machine tears holes into what people say. */
  const transcriptOf = (path: (typeof all)[number]) => client.getTranscript({ path });
  // While the meeting goes on.
  const heard = async () => {
    const transcripts = await Promise.all(all.map(transcriptOf));
    return transcripts.map((entries) => said.filter((one) => entries.some((entry) => isOf(one, entry))).length);
  };
  await expect.poll(heard).toEqual([3, 3]);
  for (const path of all) await client.leaveBot({ path });
  await expect.poll(states).toEqual(['ended', 'ended']);

  const transcript = await transcriptOf(path);
  // Nothing stands under the name of somebody who had said nothing by then.
  for (const { speaker_name, timestamp_ms, duration_ms } of transcript) {
    const own = said.filter(({ who }) => who === speaker_name).map((one) => one.timestamp_ms);
    expect(Math.min(...own)).toBeLessThan(timestamp_ms + duration_ms);
  }
  expect(new Set(transcript.map(({ transcription }) => transcription.words?.[0]?.start))).toEqual(new Set([0]));
  // Nor are the captions of the room taken in silence for what a provider was to hear.
  const texts = (await transcriptOf(hosted)).map(({ transcription }) => transcription.transcript);
  expect(new Set(texts)).toEqual(new Set(['So it was said.']));
  for (const { query } of deepgram.asked)
    expect([query.get('keyterm'), query.get('tag')]).toEqual(['Lindqvist', hosted.object_id]);
  expect(server.complaints).toEqual([]);
  for (const { sample_rate, fields } of server.asked)
    expect({ sample_rate, fields }).toEqual({ sample_rate: 16_000, fields: { language: 'en' } });
  for (const [sounds, pieces] of [
    [deepgram.sounds, texts],
    [server.asked, transcript],
  ] as const) {
    expect(sounds).toHaveLength(pieces.length);
    expect(sounds.filter(({ samples }) => loudestOf(samples) > 1_000).length).toBeGreaterThanOrEqual(said.length);
  }
  // A key that was entered stands in no file of the service.
  const files = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const plain = files.filter((file) => file.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name)));
  for (const bytes of await Promise.all(plain)) expect(bytes.includes(key)).toBe(false);
  // No sound is kept once it is transcribed.
  const media = join(folder.path, 'media');
  const kept = existsSync(media) ? await readdir(media, { recursive: true }) : [];
  expect(kept.filter((name) => name.endsWith('.pcm'))).toEqual([]);
});
