import { expect, it } from 'vitest';
import { arrange } from '../../../../../../lib/capture/programs/media-worker/views/choosing/arrangement.ts';

const rect = { x: 0, y: 0, width: 1280, height: 720 };
const people = [{ participant_id: 'a', name: 'Ana', has_camera: true }] as never;
const size = { width: 1280, height: 720 };
const labels = (shows: 'camera' | 'screen', kinds: readonly string[]) =>
  arrange(
    { tiles: [{ participant_id: 'a', shows, rect, is_main: true }] } as never,
    people,
    kinds.map((kind) => ({ participant_id: 'a', kind, track: `${kind} of a` })) as never,
    size,
  ).map(({ label }) => label?.text);

it('whose screen is shared is written where it will be seen, and never over it', () => {
  expect(labels('screen', [])).toEqual(['Ana (screen)']);
  expect(labels('screen', ['screen'])).toEqual([undefined]);
  expect(labels('camera', ['camera'])).toEqual(['Ana']);
});
