/** How soon the speaker view shows who speaks (row 15s): from the first sound of a turn to its first picture, in the file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stageOf } from '../../../lib/capture/programs/media-worker/views/drawing/geometry.ts';
import { download } from '../../../lib/demo/bring-home.ts';
import { clips } from '../../../lib/demo-room/scripted/clips.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import type { ScriptEvent } from '../../../lib/demo-room/scripted/stage.ts';
import { openMeeting } from '../../capture/meeting.ts';
import { loudnessOf, picturesOf } from '../../capture/seen-and-heard.ts';
import { findSwitches, type Switches, type Turn } from '../../capture/switches.ts';
import type { Row } from '../../row.ts';
import { percentile } from '../../worlds/webhook-world.ts';

const wanted = 24;
const longestClipMs = 2_600;
// Some wait until the other has finished, others hardly.
const pausesMs = [600, 250];
const size = { width: 1280, height: 720 };
const colours = ['#3f8f7b', '#4f6fb5', '#b5762f', '#a3405d'];
const names = ['Maya', 'Jonas', 'Tom', 'Priya'];

const conversation = (): Script => {
  const said = [...clips.values()].filter(
    ({ name, duration_ms }) => duration_ms < longestClipMs && !name.includes('laugh'),
  );
  let at_ms = 500;
  const timeline = Array.from({ length: wanted }, (_, index) => {
    const clip = said[index % said.length];
    const start_ms = at_ms;
    at_ms += (clip?.duration_ms ?? 0) + (pausesMs[index % pausesMs.length] ?? 0);
    // Nobody's turn comes after the same person's each time.
    const who = names[(index + Math.floor(index / names.length)) % names.length];
    return { at_ms: start_ms, who, do: 'say', clip: clip?.name };
  });
  return Script.parse({
    repeat: true,
    participants: names.map((name, index) => ({
      name,
      host: index === 0,
      camera: { colour: colours[index] },
    })),
    timeline,
  });
};

const turnsIn = (events: readonly ScriptEvent[], start_timestamp_ms: number): Turn[] =>
  events.flatMap(({ type, who, timestamp_ms, duration_ms = 0 }) => {
    const start_ms = timestamp_ms - start_timestamp_ms;
    return type === 'say' && who ? [{ who, start_ms, end_ms: start_ms + duration_ms }] : [];
  });

type View = 'speaker_view' | 'speaker_view_no_sidebar';

const record = async (view: View): Promise<Switches> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const events: ScriptEvent[] = [];
  const meeting = cleanUp.use(await openMeeting(conversation(), (event) => void events.push(event)));
  const { client, meeting_url, reach } = meeting;
  const { id } = await client.createBot({
    body: { meeting_url, bot_name: 'Bench', recording_settings: { view, resolution: '720p' } },
  });
  await reach(id, 'joined_recording');
  const before = events.length;
  // The turn that is going on, and as many switches as are wanted.
  while (events.slice(before).filter(({ type }) => type === 'say').length < wanted + 2) await delay(200);
  await delay(3_000);
  await client.leaveBot({ path: { object_id: id } });
  await reach(id, 'ended');
  const { url, start_timestamp_ms } = await client.getRecording({ path: { object_id: id } });
  const file = join(folder, `${view}.mp4`);
  await download(url, file);
  const main = view === 'speaker_view' ? stageOf(names.length - 1, size).large : { x: 0, y: 0, ...size };
  return findSwitches(await picturesOf(file, main), await loudnessOf(file), turnsIn(events, start_timestamp_ms));
};

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

const rowOf = (view: View): Row => ({
  number: '15s',
  title: `somebody begins to speak → ${view} shows them, in the recording, s`,
  target: '≤ 0.5, no broken picture',
  async measure() {
    const { switches, others, broken, pictures } = await record(view);
    const delays = switches.map(({ delay_ms }) => delay_ms).toSorted((one, other) => one - other);
    const stall = Math.max(...switches.map(({ stall_ms }) => stall_ms));
    return [
      `p50 ${seconds(percentile(delays, 0.5))}, p90 ${seconds(percentile(delays, 0.9))}, worst ${seconds(delays.at(-1) ?? Number.NaN)} of ${delays.length}`,
      `${others} switches to others`,
      `${broken} of ${pictures} pictures broken, no fault found by ffmpeg`,
      `longest still ${seconds(stall)}`,
    ].join('; ');
  },
});

export const speakerSwitchRows: readonly Row[] = [rowOf('speaker_view_no_sidebar'), rowOf('speaker_view')];
