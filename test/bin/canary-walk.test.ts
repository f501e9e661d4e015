/** How the canary goes by a page that does not come, is slow, or shows something for seconds only. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportOf } from '../../bin/canary/report.ts';
import { walkThrough } from '../../bin/canary/walk.ts';
import { ElementMissingError } from '../../lib/capture/meeting/errors.ts';
import type { Evidence, Meeting } from '../../lib/capture/meeting/meeting.ts';
import { signs as galene } from '../../lib/capture/platforms/galene/signs.ts';
import { signs as zoom } from '../../lib/capture/platforms/zoom/signs.ts';
import { platformRows } from '../../lib/domain/meeting/platforms.ts';
import { aView } from '../lab/builders/meeting-views.ts';
import { type Act, aScriptedMeeting } from '../lab/doubles/scripted-meeting.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A page of the corpus, as it is kept, without its toasts: they have gone meanwhile. */
const keptAs = (name: string): Evidence => {
  const read = (file: string): string =>
    readFileSync(new URL(`../corpus/galene/${name}/${file}`, import.meta.url), 'utf8');
  const html = read('frame-0.html').replaceAll(/<div class="toastify.*<\/div>/g, '');
  return {
    facts: { platform: 'galene', ...JSON.parse(read('state.json')) },
    files: [{ name: 'frame-0.html', content_type: 'text/html', bytes: Buffer.from(html) }],
  };
};

const shown = {
  pre_join: ['g02-login', aView({ phase: 'pre_join' })],
  in_meeting: ['g16-in-meeting', aView({ phase: 'in_meeting' })],
  removed: [
    'g18-kicked',
    aView({
      phase: 'removed',
      page: { page_state: 'G18_kicked', evidence: [{ class: 'T', entry: 'G18.toast' }], overlays: [] },
    }),
  ],
} as const;

/** A visit from which the bot is removed when that is asked for; each look is told of before it is made. */
const walked = (
  onLook: (meeting: { lose(): void }) => void = () => undefined,
  onAct: (act: Act) => void = () => undefined,
) => {
  let isRemoved = false;
  const now = (hasAsked: boolean) => shown[isRemoved ? 'removed' : hasAsked ? 'in_meeting' : 'pre_join'];
  let hasAsked = false;
  const meeting = aScriptedMeeting({
    onAct,
    shows(asked) {
      hasAsked = asked;
      onLook(meeting);
      return now(asked)[1];
    },
  });
  return walkThrough({
    meeting: Object.assign(meeting, { evidence: async () => keptAs(now(hasAsked)[0]) }),
    table: galene,
    bot_name: 'Notes',
    only: ['remove'],
    step_ms: 60_000,
    folder,
    tell(line) {
      isRemoved ||= line.includes('Remove the bot');
    },
  });
};

it('counts what held when it looked, though it has gone when the page is kept', async () => {
  const steps = await walked();
  expect(steps.map(({ step, done, page_state, missed }) => [step, done, page_state, missed])).toEqual([
    ['open', true, 'G02_login', []],
    ['admit', true, 'G16_in_meeting', []],
    ['remove', true, 'G18_kicked', []],
  ]);
});

it('tells by what somebody speaks of what came since they were asked to, and waits for that', async () => {
  const caption = { speaker_id: 'ada', speaker_name: 'Ada', start_ms: 1, duration_ms: 1, is_final: true };
  const earlier = aView({ last_sound_ms: 7, captions: [{ ...caption, id: 'c1', text: 'Hello' }] });
  const spoken = aView({ ...earlier, captions: [...earlier.captions, { ...caption, id: 'c2', text: 'One' }] });
  const heard = aView({ ...spoken, last_sound_ms: 8 });
  let looks = Number.NEGATIVE_INFINITY;
  const meeting = aScriptedMeeting({
    shows(asked) {
      looks += 1;
      if (!asked) return shown.pre_join[1];
      return looks > 2 ? heard : looks > 1 ? spoken : earlier;
    },
  });
  const steps = await walkThrough({
    meeting: Object.assign(meeting, { evidence: async () => keptAs('g16-in-meeting') }),
    table: galene,
    bot_name: 'Notes',
    only: ['speak'],
    step_ms: 60_000,
    folder,
    tell(line) {
      if (line.includes('Unmute')) looks = 0;
    },
  });
  expect(steps.map(({ step, done, speaker }) => [step, done, speaker?.by])).toEqual([
    ['open', true, undefined],
    ['admit', true, undefined],
    ['speak', true, 'captions'],
  ]);
  expect(looks).toBe(4);
});

it('looks again at a page that was slow to answer, and not at one that is lost', async () => {
  let looks = 0;
  const slow = await walked(() => {
    looks += 1;
    if (looks === 2) throw new Error('read in the page took longer than 7000 ms');
  });
  expect(slow.map(({ step, done, error }) => [step, done, error])).toEqual([
    ['open', true, null],
    ['admit', true, null],
    ['remove', true, null],
  ]);
  const lost = await walked((meeting) => {
    meeting.lose();
    throw new Error('the page crashed');
  });
  expect(lost.map(({ step, done, error }) => [step, done, error])).toEqual([
    ['open', false, 'Error: the page crashed'],
  ]);
});

it('ends at the first page that the bot does not know, whatever was to come, and says which it was', async () => {
  let passed_ms = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => passed_ms);
  try {
    const told: string[] = [];
    const meeting = aScriptedMeeting({
      shows(asked) {
        if (asked) passed_ms += 40_000;
        return aView({ phase: asked ? 'unknown' : 'pre_join' });
      },
    });
    const evidence = async () => keptAs('g07-group-unknown');
    const steps = await walkThrough({
      meeting: Object.assign(meeting, { evidence }),
      table: galene,
      bot_name: 'Notes',
      step_ms: 60_000,
      folder,
      tell: (line) => void told.push(line),
    });
    expect(steps.map(({ step, done, told: of }) => [step, done, of?.phase])).toEqual([
      ['open', true, 'pre_join'],
      ['admit', false, 'unknown'],
    ]);
    const { isAllRight, data, lines } = reportOf(steps, 'galene', new Date('2026-11-30T00:00:00Z'), 'the/folder');
    expect(isAllRight).toBe(false);
    expect(data).toMatchObject({ platform: 'galene', on: '2026-11-30T00:00:00.000Z', steps: [{}, {}] });
    expect(lines.at(-1)).toBe('Look at the/folder/02-admit: admit');
  } finally {
    now.mockRestore();
  }
});

const unreachable = {
  capabilities: platformRows.zoom.capabilities,
  isLost: false,
  load: () =>
    Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED at https://zoom.us/wc/1234567890/join?pwd=passcode')),
  evidence: async () => ({ facts: { platform: 'zoom' }, files: [] }),
  leave: async () => undefined,
} as unknown as Meeting;

it('says of a page that does not load so and why, without the passcode, and finds no fault with the table', async () => {
  const told: string[] = [];
  const tell = (line: string): void => void told.push(line);
  const steps = await walkThrough({
    meeting: unreachable,
    table: zoom,
    bot_name: 'Canary',
    step_ms: 1_000,
    folder,
    tell,
  });
  const error = 'Error: net::ERR_NAME_NOT_RESOLVED at https://zoom.us/wc/1234567890/join?…';
  expect(steps).toMatchObject([{ step: 'open', done: false, error, held: [], missed: [] }]);
  expect(told.slice(1)).toEqual([expect.stringMatching(/NOT SEEN .*: the page did not load$/), `   ${error}`]);
  expect(JSON.parse(readFileSync(join(folder, '01-open/state.json'), 'utf8'))).toEqual({ platform: 'zoom' });
});

it('asks to be let in again where the page lacked something for it, and not for ever', async () => {
  const lackingAt = async (most: number) => {
    let asked = 0;
    const steps = await walked(undefined, (act) => {
      if (act !== 'ask to be let in') return;
      asked += 1;
      if (asked <= most) throw new ElementMissingError('join', '#connectbutton');
    });
    return { asked, steps: steps.map(({ step, done, error }) => [step, done, error?.split(':')[0]]) };
  };
  expect(await lackingAt(1)).toEqual({
    asked: 2,
    steps: [
      ['open', true, undefined],
      ['admit', true, undefined],
      ['remove', true, undefined],
    ],
  });
  expect(await lackingAt(9)).toEqual({
    asked: 3,
    steps: [
      ['open', true, undefined],
      ['admit', false, 'ElementMissingError'],
    ],
  });
});

it('does not ask to be let in again once it waits to be, whatever was lacking then, and looks on for as long as it said', async () => {
  let passed_ms = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => passed_ms);
  const acts: Act[] = [];
  let looks = 0;
  try {
    const meeting = aScriptedMeeting({
      onAct(act) {
        acts.push(act);
        if (act !== 'ask to be let in') return;
        // A machine that is busy takes all of the step's time for it.
        passed_ms += 90_000;
        throw new ElementMissingError('join', 'input[name="passcode"]');
      },
      shows() {
        if (!acts.includes('ask to be let in')) return shown.pre_join[1];
        looks += 1;
        return looks > 2 ? shown.in_meeting[1] : aView({ phase: 'waiting_room' });
      },
    });
    const told: string[] = [];
    const steps = await walkThrough({
      meeting: Object.assign(meeting, { evidence: async () => keptAs('g16-in-meeting') }),
      table: galene,
      bot_name: 'Notes',
      only: [],
      step_ms: 60_000,
      folder,
      tell: (line) => void told.push(line),
    });
    expect(steps.map(({ step, done }) => [step, done])).toEqual([
      ['open', true],
      ['admit', true],
    ]);
    expect(acts).toEqual(['load', 'prepare as Notes', 'ask to be let in', 'leave the meeting']);
    expect(told).toContain('   ElementMissingError: cannot join: input[name="passcode"] was not found in time');
  } finally {
    now.mockRestore();
  }
});
