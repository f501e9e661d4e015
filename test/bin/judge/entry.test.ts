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
    ['a phase that no session knows', { ...denied, expected: { ...denied.expected, phase: 'refused' } }],
    ['no address', { expected: denied.expected }],
    ['a frame in another folder', { ...denied, frames: [{ file: '../frame-0.html' }] }],
    ['a frame that is not there', { ...denied, frames: [{ file: 'frame-9.html' }] }],
  ])('is told by its name where it has %s, and the others are read', (_, state) => {
    put('zoom/a', { 'state.json': JSON.stringify(state), 'frame-0.html': 'a' });
    put('zoom/b', { 'state.json': JSON.stringify(denied), 'frame-0.html': 'a' });
    const [fault, entry] = readEntries(root);
    expect(fault).toMatchObject({ message: expect.stringContaining('zoom/a is no entry') });
    expect(entry).toMatchObject({ name: 'zoom/b' });
  });
});
