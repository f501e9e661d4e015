/** The canary in the demo room, with a host who does what it asks for. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportOf } from '../../bin/canary/report.ts';
import { isRight, walkThrough } from '../../bin/canary/walk.ts';
import { meetingIn } from '../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { openMeetingPage } from '../../lib/capture/browser/meeting-page.ts';
import { demoRoom } from '../../lib/capture/platforms/demo-room/index.ts';
import { signs as demoRoomSigns } from '../../lib/capture/platforms/demo-room/signs.ts';
import type { SignTable } from '../../lib/capture/platforms/judging/sign-table.ts';
import { startDemoRoom } from '../../lib/demo-room/own-server.ts';
import { enterRoom } from '../lab/hosts/demo-room.ts';
import { patientBrowser } from '../lab/hosts/patient-browser.ts';

let browser: Browser;
let folder: string;
const held = new AsyncDisposableStack();
beforeAll(async () => {
  browser = await patientBrowser({ width: 640, height: 360 });
  held.defer(() => closeChromium(browser));
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
  held.defer(() => rmSync(folder, { recursive: true }));
});
afterAll(() => held.disposeAsync());

/** What the canary makes of a room whose host does what is asked, by the words in which it is. */
const walked = async (table: SignTable, into: string) => {
  await using service = await startDemoRoom();
  const { room_path, host_path } = service.demoRoom.createRoom({ waiting_room: true });
  const host = await enterRoom(service.base_url, host_path, 'Ana');
  let bot = '';
  const does: Readonly<Record<string, () => void>> = {
    'admit it': () =>
      void (async () => {
        while (bot === '') bot = (await host.next('waiting_list')).people[0]?.participant_id ?? '';
        host.send({ type: 'admit', participant_id: bot });
      })(),
    'the word canary': () => host.send({ type: 'chat', to: 'everyone', text: 'canary' }),
    'Remove the bot': () => host.send({ type: 'remove', participant_id: bot }),
  };
  const told: string[] = [];
  const meeting_url = service.base_url + room_path;
  await using meeting = meetingIn(await openMeetingPage(browser, demoRoom), demoRoom, { meeting_url });
  const steps = await walkThrough({
    meeting,
    table,
    bot_name: 'Canary',
    only: ['people', 'chat', 'remove'],
    // Longer than a busy machine takes: what fails is told by what is seen.
    step_ms: 120_000,
    folder: join(folder, into),
    tell(line) {
      told.push(line);
      for (const [words, act] of Object.entries(does)) if (line.includes(words)) act();
    },
  });
  return { steps, told };
};

describe('the canary', () => {
  it('leads through a meeting, and finds each page to be what the table takes it for', async () => {
    const { steps, told } = await walked(demoRoomSigns, 'right');
    expect(steps.map(({ step, page_state, missed }) => [step, page_state, missed])).toEqual([
      ['open', 'D01_pre_join', []],
      ['admit', 'D05_in_meeting', []],
      ['people', 'D05_in_meeting', []],
      ['chat', 'D05_in_meeting', []],
      ['remove', 'D07_removed', []],
    ]);
    expect(steps.filter((step) => !isRight(step))).toEqual([]);
    expect(told.filter((line) => /^\d/.test(line))).toHaveLength(5);
    expect(readdirSync(join(folder, 'right'))).toEqual(['01-open', '02-admit', '03-people', '04-chat', '05-remove']);
  });

  it('names the entries that do not hold any more', async () => {
    const renamed: SignTable = JSON.parse(
      JSON.stringify(demoRoomSigns).replace('You were removed from the meeting', 'You were shown the door'),
    );
    const states = renamed.states.map((row) =>
      row.id === 'D05'
        ? {
            ...row,
            signs: row.signs.map((sign) =>
              sign.class === 'S' && sign.part === 'self' ? { ...sign, selector: '#my-tile' } : sign,
            ),
          }
        : row,
    );
    const { steps, told } = await walked({ ...renamed, states }, 'broken');
    expect(steps.map(({ step, page_state, missed }) => [step, page_state, missed])).toEqual([
      ['open', 'D01_pre_join', []],
      ['admit', null, ['D05.self']],
      ['people', null, ['D05.self']],
      ['chat', null, ['D05.self']],
      ['remove', null, ['D07.text']],
    ]);
    expect(steps.map(isRight)).toEqual([true, false, false, false, false]);
    expect(told.join('\n')).toContain('did not hold: D05.self');
    const { isAllRight, lines } = reportOf(steps, 'demo_room', new Date(), 'the/folder');
    expect(isAllRight).toBe(false);
    expect(lines).toContain('Entries that never held where they were wanted: D05.self, D07.text');
  });
});
