import { expect, it } from 'vitest';
import { withheldKinds } from '../../../../lib/capture/meeting/view.ts';
import { withheldInWords, withheldSoFar } from '../../../../lib/capture/session/attending/withheld.ts';

const since = '2026-07-01T10:00:00.000Z';

it.each([[withheldKinds], [['video', 'share']]] as const)(
  'the next worker of a bot reads of what it goes without: %s',
  (kinds) => {
    const told = { kind: 'withheld', since, why: withheldInWords(kinds) } as const;
    expect(withheldSoFar({ missing_media: [{ kind: 'encrypted', since, why: 'sound' }, told] })).toEqual(kinds);
  },
);

it.each([
  ['where nothing was told', {}],
  ['where all came again', { missing_media: [{ kind: 'withheld', since, until: since, why: 'pictures' }] }],
  ['in other words', { missing_media: [{ kind: 'withheld', since, why: 'what no worker of now says' }] }],
] as const)('of nothing %s', (_, bot) => {
  expect(withheldSoFar(bot)).toEqual([]);
});
