import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walkThrough } from '../../bin/canary/walk.ts';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import { zoom } from '../../lib/capture/platforms/zoom/signs.ts';
import { capabilitiesOf } from '../../lib/domain/meeting/capabilities.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const meeting = {
  capabilities: capabilitiesOf.zoom,
  isLost: false,
  load: () =>
    Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED at https://zoom.us/wc/1234567890/join?pwd=passcode')),
  evidence: async () => ({ facts: { platform: 'zoom' }, files: [] }),
  leave: async () => undefined,
} as unknown as Meeting;

describe('the canary in front of a page that does not load', () => {
  it('says so and why, without the passcode, and finds no fault with the table', async () => {
    const told: string[] = [];
    const tell = (line: string): void => void told.push(line);
    const steps = await walkThrough({ meeting, table: zoom, bot_name: 'Canary', step_ms: 1_000, folder, tell });
    const error = 'Error: net::ERR_NAME_NOT_RESOLVED at https://zoom.us/wc/1234567890/join?…';
    expect(steps).toMatchObject([{ step: 'open', done: false, error, held: [], missed: [] }]);
    expect(told.slice(1)).toEqual([expect.stringMatching(/NOT SEEN .*: the page did not load$/), `   ${error}`]);
    expect(JSON.parse(readFileSync(join(folder, '01-open/state.json'), 'utf8'))).toEqual({ platform: 'zoom' });
  });
});
