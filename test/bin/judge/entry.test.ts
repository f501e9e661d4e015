import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEntries } from '../../../bin/judge/entry.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'corpus-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (name: string, files: Readonly<Record<string, string>>): void => {
  mkdirSync(join(root, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text);
};

const denied = {
  expected: { state: 'M12', phase: 'denied', sub_type: 'request_to_join_denied' },
  address: 'https://meet.google.com/abc-defg-hij',
};

describe('an entry of a corpus', () => {
  it('is a page at its address, where it says no more', () => {
    put('google_meet/m12-denied', { 'state.json': JSON.stringify(denied), 'frame-0.html': '<h1>Denied</h1>' });
    expect(readEntries(root)).toEqual([
      {
        ...denied,
        name: 'google_meet/m12-denied',
        platform: 'google_meet',
        title: '',
        history: {},
        frames: [{ address: denied.address, html: '<h1>Denied</h1>' }],
        wire: [],
        before: [],
        sources: [],
        author: 'corpus',
      },
    ]);
  });

  it('may have frames in its page, each at an address of its own', () => {
    const frames = [{ file: 'frame-0.html' }, { file: 'frame-1.html', address: 'https://app.zoom.us/wc/1/join' }];
    put('zoom/z36-in', {
      'state.json': JSON.stringify({ ...denied, frames }),
      'frame-0.html': 'a',
      'frame-1.html': 'b',
    });
    expect(readEntries(root)).toMatchObject([
      {
        frames: [
          { address: denied.address, html: 'a' },
          { address: 'https://app.zoom.us/wc/1/join', html: 'b' },
        ],
      },
    ]);
  });

  it.each([
    ['no address', { expected: denied.expected }, ['state.json: address is required']],
    [
      'what is no address',
      { ...denied, address: 'x' },
      ['state.json: address must be an address, such as https://example.com/'],
    ],
    [
      'a phase that no session knows, and a status that is none',
      { ...denied, expected: { ...denied.expected, phase: 'refused' }, status: '200' },
      [
        expect.stringMatching(/^zoom\/a\/state\.json: expected\.phase must be one of "loading", /),
        'state.json: status must be a number, not a string',
      ],
    ],
    [
      'a fact that is none',
      { ...denied, history: { admitted: [] } },
      ['state.json: history.admitted must be true, false, a number or a string'],
    ],
    [
      'a frame in another folder',
      { ...denied, frames: [{ file: '../frame-0.html' }] },
      ['state.json: frames.0.file must be a file beside it, such as frame-0.html'],
    ],
    ['frames, and none', { ...denied, frames: [] }, ['state.json: frames.0 is required']],
    [
      'frames that are not there',
      { ...denied, frames: [{ file: 'frame-8.html' }, { file: 'frame-9.html' }] },
      ['frame-8.html: is not there', 'frame-9.html: is not there'],
    ],
    [
      'a platform that nobody knows',
      { ...denied, platform: 'toy' },
      [
        'state.json: platform, or the folder around, must be one of google_meet, zoom, teams, jitsi, galene, livekit, demo_room, not toy',
      ],
    ],
    ['a list in the place of a state', [denied], ['state.json: must be an object, not an array']],
  ])('is told by file and member where it has %s, and the others are read', (_, state, faults) => {
    put('zoom/a', { 'state.json': JSON.stringify(state), 'frame-0.html': 'a' });
    put('zoom/b', { 'state.json': JSON.stringify(denied), 'frame-0.html': 'a' });
    const told = faults.map((fault) => (typeof fault === 'string' ? `zoom/a/${fault}` : fault));
    expect(readEntries(root)).toMatchObject([{ faults: told }, { name: 'zoom/b' }]);
  });
});

describe('npm run judge', () => {
  it('says a line for each fault, judges the rest, and exits with 1', () => {
    put('zoom/a', { 'state.json': '{', 'frame-0.html': 'a' });
    put('zoom/b', { 'state.json': '{"frames":7}' });
    const page = { address: 'https://zoom.us/j/1234567890', frames: [{ file: 'frame-0.html' }] };
    put('zoom/c', { 'state.json': JSON.stringify(page), 'frame-0.html': 'a' });
    const { status, stdout } = spawnSync(process.execPath, ['bin/judge.ts', root], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => !line.startsWith('not seen'));
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^MALFORMED zoom\/a\/state\.json: must be JSON: /),
      'MALFORMED zoom/b/state.json: address is required',
      'MALFORMED zoom/b/state.json: frames must be an array of one frame or more',
      expect.stringMatching(/^- {8}zoom\/c: /),
      '2 malformed, 1 -',
      'what an entry holds is told in test/corpus/README.md',
      '',
    ]);
  });

  it('takes a folder only', () => {
    put('zoom/a', { 'state.json': '{}' });
    const file = join(root, 'zoom/a/state.json');
    const { status, stderr } = spawnSync(process.execPath, ['bin/judge.ts', file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'name a folder that is there: npm run judge -- test/corpus\n']);
  });
});
