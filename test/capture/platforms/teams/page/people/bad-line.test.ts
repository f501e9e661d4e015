import { expect, it } from 'vitest';
import { createCallSocket } from '../../../../../../lib/capture/platforms/teams/page/call/call-socket.ts';
import { contentOf } from '../../../../../../lib/capture/platforms/teams/page/call/socket.ts';
import { createTeamsRoster } from '../../../../../../lib/capture/platforms/teams/page/people/roster.ts';
import type { Member } from '../../../../../facsimiles/meetings/meeting.ts';
import { createBadLine } from '../../../../../facsimiles/meetings/quirks.ts';
import { createRoster, personId, rosterFrame } from '../../../../../facsimiles/meetings/teams/wire.ts';
import { type Chance, chanceOf, oneOf } from '../../../../../lab/pages/mutations.ts';

/** People come, change what they send, and go. */
const aBusyMeeting = (chance: Chance) => {
  const members: Member[] = [];
  let came = 0;
  return {
    members: members as readonly Member[],
    goesOn(): void {
      if (members.length === 0 || chance() < 0.4) {
        came += 1;
        const uses = { camera: false, microphone: false, screen: false };
        const name = `Person ${came % 7}`;
        members.push({ id: personId(came), name, number: came, isHost: came === 1, isGuest: false, uses });
        return;
      }
      const one = oneOf(members, chance);
      if (chance() < 0.4) members.splice(members.indexOf(one), 1);
      else one.uses[oneOf(['camera', 'screen'] as const, chance)] = chance() < 0.5;
    },
  };
};

it.each([1, 2, 3, 4])(
  'a Teams meeting has the right people where what is told of them is broken, comes twice, or changes places: %i',
  async (seed) => {
    const chance = chanceOf(seed);
    const meeting = aBusyMeeting(chance);
    const told = createRoster();
    const badLine = createBadLine({ brokenOneOf: 6, doubledOneOf: 4, swappedOneOf: 5 }, chance);
    const socket = createCallSocket().opened('wss://trouter.example.com/socket.io/1/websocket/1?epid=a');
    const roster = createTeamsRoster();
    /** Answers whether the last of it has come. */
    const tell = async (id: number): Promise<boolean> => {
      const changes = told.changes(meeting.members.map((member) => ({ member, hasSecond: false })));
      const came = changes ? badLine(Buffer.from(rosterFrame({ id, call: 1 }, changes))) : [];
      for (const bytes of came) {
        const pushed = socket.hear(bytes);
        if (pushed) roster.hear(await contentOf(pushed.body));
      }
      return came.length > 0;
    };
    let hasAllCome = false;
    for (let id = 0; id < 200 || !hasAllCome; id += 1) {
      meeting.goesOn();
      hasAllCome = await tell(id);
    }
    const seen = roster.members.map(({ id, name, isHost, sources }) => {
      const sending = sources.filter(({ isSending }) => isSending).map(({ kind }) => kind);
      return [id, name, isHost, sending.includes('camera'), sending.includes('screen')];
    });
    const there = meeting.members.map(({ id, name, isHost, uses }) => [id, name, isHost, uses.camera, uses.screen]);
    expect(seen.toSorted()).toEqual(there.toSorted());
    expect(seen.length).toBeGreaterThan(5);
  },
);
