import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAsEntry } from '../../../bin/judge/keep.ts';

let root: string;
let kept: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keep-'));
  kept = join(root, '001-unknown_page');
  mkdirSync(kept);
});
afterEach(() => rmSync(root, { recursive: true }));

const today = new Date('2026-11-22T10:00:00Z');
const ofPage = {
  address: 'https://meet.google.com/abc-defg-hij',
  title: 'Meet',
  history: { pressed_join: true },
  frames: [{ file: 'frame-0.html', address: 'https://meet.google.com/abc-defg-hij' }],
  wire: [],
};
const put = (state: object): void => {
  writeFileSync(join(kept, 'state.json'), JSON.stringify(state));
  writeFileSync(join(kept, 'frame-0.html'), '<h1>Denied</h1>');
  writeFileSync(join(kept, 'page.png'), 'a picture');
};

describe('what a bot has kept of a page', () => {
  it('becomes an entry of the corpus that says what the page is, without what is of the bot', () => {
    put({
      ...ofPage,
      platform: 'google_meet',
      author: 'bot',
      reason: 'unknown_page',
      looks: [{}],
      browser: 'Chrome/1',
      is_young: true,
      before: ['Weekly tea'],
    });
    const folder = keepAsEntry(kept, join(root, 'corpus'), { name: 'm12-denied-again', state: 'M12' }, today);
    expect(folder).toBe(join(root, 'corpus/google_meet/m12-denied-again'));
    expect(readdirSync(folder).toSorted()).toEqual(['frame-0.html', 'state.json']);
    expect(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))).toEqual({
      expected: { state: 'M12', phase: 'denied', sub_type: 'request_to_join_denied' },
      ...ofPage,
      before: ['Weekly tea'],
      sources: [
        { text: 'a page that a bot met, taken for denied', from: 'a bot', seen: '2026-11-22', confidence: 'P' },
      ],
      author: 'canary',
    });
  });

  it.each([
    [
      'no page was kept',
      { reason: 'capture_lost', platform: 'google_meet' },
      'm12-x',
      'M12',
      '001-unknown_page/state.json: frames is required',
    ],
    ['the row is not there', { ...ofPage, platform: 'google_meet' }, 'm99-x', 'M99', 'has no row M99: add it first'],
    ['the platform has no table', { ...ofPage, platform: 'toy' }, 'm12-x', 'M12', 'the table of toy has no row'],
    ['the name is of another row', { ...ofPage, platform: 'google_meet' }, 'm13-x', 'M12', 'is called m12-'],
    ['the name leads elsewhere', { ...ofPage, platform: 'google_meet' }, 'm12-/../x', 'M12', 'is called m12-'],
  ])('is refused where %s', (_, state, name, row, told) => {
    put(state);
    expect(() => keepAsEntry(kept, join(root, 'corpus'), { name, state: row }, today)).toThrow(told);
  });

  it('takes the place of no entry', () => {
    put({ ...ofPage, platform: 'google_meet' });
    const keep = () => keepAsEntry(kept, join(root, 'corpus'), { name: 'm12-denied', state: 'M12' }, today);
    keep();
    expect(keep).toThrow('is there already');
  });
});
