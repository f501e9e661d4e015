/** Meetings of which a page draws all, and whose wire tells nothing. */
import { expect, it } from 'vitest';
import { signs as galene } from '../../../lib/capture/platforms/galene/signs.ts';
import { signs as jitsi } from '../../../lib/capture/platforms/jitsi/signs.ts';
import type { WireFact } from '../../../lib/capture/platforms/judging/facts.ts';
import { createRecogniser } from '../../../lib/capture/platforms/judging/recogniser.ts';
import type { SignTable } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { signs as livekit } from '../../../lib/capture/platforms/livekit/signs.ts';
import { aPage } from './judging/a-table.ts';

const drawn = {
  galene: ['G16.login.drawn', 'G16.self.drawn', 'G16.profile', 'G16.login', 'G16.self'],
  jitsi: ['J22.stage.drawn', 'J22.leave', 'J22.stage'],
  livekit: ['L03.room.drawn', 'L03.tile.drawn', 'L03.leave.drawn', 'L03.room', 'L03.tile', 'L03.leave'],
};

/** What is told of a page that has told on its wire that the bot is in, and tells this now. */
const recognised = (table: SignTable, shown: string[], inside: WireFact, wire: WireFact[]) => {
  const recogniser = createRecogniser(table, () => undefined);
  recogniser.pressedJoin();
  for (let times = 0; times < 2; times += 1) recogniser.recognise(aPage({ shown, wire: [inside] }));
  return recogniser.recognise(aPage({ shown, wire }));
};

it.each([
  [galene, drawn.galene, { kind: 'galene.join' }],
  [jitsi, drawn.jitsi, { kind: 'jitsi.state', is_joined: true }],
  [livekit, drawn.livekit, { kind: 'livekit.connected' }],
] as const)(
  'in a meeting of $platform that is known by what is drawn alone, somebody may be',
  (table, shown, inside) => {
    const told = (wire: WireFact[]) => {
      const { phase, untold } = recognised(table, [...shown], inside, wire);
      return [phase, untold];
    };
    expect(told([])).toEqual(['in_meeting', 1]);
    expect(told([inside])).toEqual(['in_meeting', undefined]);
  },
);
