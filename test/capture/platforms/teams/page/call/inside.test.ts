import { expect, it } from 'vitest';
import { documentOf } from '../../../../../../bin/judge/documents.ts';
import { createEnds } from '../../../../../../lib/capture/platforms/teams/page/call/end.ts';
import { showsCall } from '../../../../../../lib/capture/platforms/teams/page/call/inside.ts';

const bar = documentOf('<div><button data-tid="hangup-main-btn">Leave</button></div>');
const stage = documentOf('<main data-tid="modern-stage-wrapper"></main>');
const neither = documentOf('<main></main>');

it.each([
  ['in its bar', bar, false, true],
  ['by its stage, of a bot that the servers list', stage, true, true],
  ['in nothing by which a bot is in it that they do not list', stage, false, false],
  ['in nothing at all, also of a bot that they list', neither, true, false],
])('a page shows a call %s', (_, page, isListed, shows) => {
  expect(showsCall(page, () => isListed)).toBe(shows);
});

it.each([
  ['goes on', 'has', stage, 0],
  ['is over', 'has no longer', neither, 1],
])(
  'a call whose bar is out of the page %s when its people are told of long after an end, and the page %s its stage',
  (_, __, page, ends) => {
    let now_ms = 0;
    const told = createEnds(
      () => now_ms,
      () => showsCall(page, () => true),
    );
    told.ended({ conversationEnd: { code: 0, subCode: 5317 } }, 'one');
    now_ms = 10_000;
    told.goesOn('one');
    expect(told.facts).toHaveLength(ends);
  },
);
