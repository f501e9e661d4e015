/** The canary as its operator starts it: in the demo room, with a host who does all that it asks for, or refuses it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { usage } from '../../bin/help.ts';
import { startDemoRoom } from '../../lib/demo-room/own-server.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import { aRound } from '../lab/hosts/demo-room.ts';

const program = ['--conditions=local', 'bin/canary.ts'];

/** What Maya does at which word of the canary. */
type Does = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const walked = async (does: Does) => {
  await using service = await startDemoRoom();
  const room = service.demoRoom.createRoom({ waiting_room: true });
  const acts = Object.entries(does).map(([words, act], at) => ({ words, at_ms: 10_000 * (at + 1), act }));
  const script = Script.parse({
    start: { people: 1 },
    participants: [{ name: 'Maya', host: true, camera: { style: 'portrait' } }],
    timeline: [
      ...acts.map(({ at_ms, act }) => ({ at_ms, who: 'Maya', ...act })),
      { at_ms: 600_000, who: 'Maya', do: 'end' },
    ],
  });
  const { beginRound, reach } = aRound();
  await using _ = await runScript({ base_url: service.base_url, room, script, beginRound });
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  try {
    const given = ['--url', service.base_url + room.room_path, '--out', folder, '--minutes', '4'];
    const canary = spawn(process.execPath, [...program, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
    using _canary = { [Symbol.dispose]: () => canary.kill() };
    const over = once(canary, 'close');
    const told: string[] = [];
    for await (const line of createInterface({ input: canary.stdout })) {
      told.push(line);
      for (const { words, at_ms } of acts) if (line.includes(words)) reach(at_ms);
    }
    const [code] = await over;
    const report = JSON.parse(readFileSync(join(folder, 'canary.json'), 'utf8'));
    return { code, told: told.join('\n'), report, folders: readdirSync(folder).toSorted() };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const stepsOf = (report: { readonly steps: readonly Record<string, unknown>[] }) =>
  report.steps.map(({ step, done, page_state, missed }) => [step, done, page_state, missed]);

describe('npm run canary', () => {
  it('goes all steps with a host who does what it asks for, and exits with 0', async () => {
    const { code, told, report, folders } = await walked({
      'admit it': { do: 'admit' },
      'Unmute yourself': { do: 'say', clip: 'maya-01' },
      'Count again': { do: 'say', clip: 'maya-05' },
      'the word canary': { do: 'chat', text: 'canary' },
      'Share your screen': { do: 'share' },
      'Remove the bot': { do: 'remove', name: 'Canary' },
    });
    expect(stepsOf(report), told).toEqual([
      ['open', true, 'D01_pre_join', []],
      ['admit', true, 'D05_in_meeting', []],
      ['people', true, 'D05_in_meeting', []],
      ['speak', true, 'D05_in_meeting', []],
      ['captions', true, 'D05_in_meeting', []],
      ['chat', true, 'D05_in_meeting', []],
      ['share', true, 'D05_in_meeting', []],
      ['remove', true, 'D07_removed', []],
    ]);
    expect(report).toMatchObject({ platform: 'demo_room', on: expect.stringMatching(/^20\d\d-/), missed: [] });
    expect(report.held).toEqual(expect.arrayContaining(['D01.name', 'D05.self', 'D07.text']));
    expect(report.steps[3].speaker).toMatchObject({ by: expect.stringMatching(/^(?:speech|captions|sound)$/) });
    expect(told).toMatch(/\n {3}held: .*D05\.self/);
    expect(told).toMatch(/\n {3}first told that somebody speaks by \w+, after [\d.]+ s\n/);
    expect(folders).toEqual([
      '01-open',
      '02-admit',
      '03-people',
      '04-speak',
      '05-captions',
      '06-chat',
      '07-share',
      '08-remove',
      'canary.json',
    ]);
    expect(code).toBe(0);
  });

  it('exits with 1 where it did not get in, and says so in what it writes', async () => {
    const { code, told, report } = await walked({ 'admit it': { do: 'refuse' } });
    expect(stepsOf(report).map(([step, done, page_state]) => [step, done, page_state])).toEqual([
      ['open', true, 'D01_pre_join'],
      ['admit', false, 'D08_refused'],
    ]);
    expect(told).toMatch(/\nLook at .*02-admit: admit$/);
    expect(code).toBe(1);
  });

  it.each([
    [[], '--url takes the link of your meeting'],
    [['--url', 'https://meet.google.com/abc-defg-hij', '--steps', 'people,dance'], 'there is no step called dance'],
    [
      ['--url', 'https://meet.google.com/abc-defg-hij', '--minutes', '0'],
      '--minutes takes the time for each step, up to 60',
    ],
  ])('exits with 2, and does nothing, where it is called wrongly: %j', (given, fault) => {
    const { status, stderr } = spawnSync(process.execPath, [...program, ...given], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, `${fault}\n${usage('bin/canary.ts')}\n`]);
  });
});
