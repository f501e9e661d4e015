import { expect, it } from 'vitest';
import { lastingIdOf } from '../../../../../../lib/capture/platforms/teams/page/people/ids.ts';

it.each([
  ['8:orgid:0f0a3c9e-1d61-4d5b-9a3f-2f3c8a6f4b11', '8:orgid:0f0a3c9e-1d61-4d5b-9a3f-2f3c8a6f4b11'],
  ['8:live:.cid.1f2e3d4c5b6a7980', '8:live:.cid.1f2e3d4c5b6a7980'],
  ['8:live:visitor', '8:live:visitor'],
  ['8:teamsvisitor:7d1c0a4be2f34f0e9f1d', null],
])('somebody in Teams lasts beyond the meeting by an account only: %s', (id, lasting) => {
  expect(lastingIdOf(id)).toBe(lasting);
});
