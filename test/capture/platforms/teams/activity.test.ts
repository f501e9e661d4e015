import { expect, it } from 'vitest';
import { createActivity } from '../../../../lib/capture/platforms/teams/activity.ts';

it('shows that somebody is there every four minutes, however often it looks', () => {
  let now_ms = 0;
  const moved: number[] = [];
  const activity = createActivity(
    () => moved.push(now_ms / 1_000),
    () => now_ms,
  );
  for (; now_ms <= 13 * 60_000; now_ms += 250) activity.look();
  expect(moved).toEqual([240, 480, 720]);
});
