import { beforeEach, describe, expect, it } from 'vitest';
import { awayIn } from '../../../../../lib/capture/platforms/jitsi/page/other-rooms.ts';
import { aJitsiPage, aParticipant } from './a-page.ts';

let page: ReturnType<typeof aJitsiPage>;

/** As the server tells of a room (mod_muc_breakout_rooms.lua), and the page keeps it. */
const aRoom = (address: string, people: Readonly<Record<string, string | undefined>>, isMainRoom = false) => ({
  id: address.split('@')[0],
  jid: address,
  name: 'Budget',
  ...(isMainRoom && { isMainRoom }),
  participants: Object.fromEntries(
    Object.entries(people).map(([id, displayName]) => [
      `${address}/${id}`,
      { jid: `${id}@meet.example.com/x`, role: 'participant', ...(displayName && { displayName }) },
    ]),
  ),
});
const main = 'standup@conference.meet.example.com';
const budget = 'b1@breakout.meet.example.com';
const show = (...rooms: readonly ReturnType<typeof aRoom>[]): void =>
  page.set('breakout-rooms', { rooms: Object.fromEntries(rooms.map((room) => [room.id, room])) });
const gather = (...remote: readonly { readonly id: string }[]): void =>
  page.set('base/participants', {
    local: aParticipant('aa11', 'Notes', { local: true }),
    remote: new Map(remote.map((one) => [one.id, one])),
  });

beforeEach(() => {
  page = aJitsiPage();
  gather();
});

describe('who is in the other rooms of a Jitsi meeting', () => {
  it('is nobody where there are none', () => {
    expect(awayIn(page.state)).toEqual([]);
    expect(awayIn({})).toEqual([]);
  });

  it('is everybody in breakout rooms while the bot is in the main room', () => {
    show(aRoom(main, { aa11: 'Notes', dd44: 'Dora' }, true), aRoom(budget, { bb22: 'Ben', cc33: undefined }));
    expect(awayIn(page.state)).toEqual([
      { id: 'bb22', name: 'Ben' },
      { id: 'cc33', name: '' },
    ]);
  });

  it('is everybody in the main room, too, while the bot is in a breakout room', () => {
    show(
      aRoom(main, { bb22: 'Ben' }, true),
      aRoom(budget, { aa11: 'Notes', cc33: 'Chen' }),
      aRoom('b2@breakout.meet.example.com', { dd44: 'Dora' }),
    );
    expect(awayIn(page.state).map(({ name }) => name)).toEqual(['Ben', 'Dora']);
  });

  it('is no recorder, whom the client hides from people', () => {
    const room = aRoom(budget, { bb22: 'Ben', rr66: undefined });
    Object.assign(room.participants[`${budget}/rr66`] ?? {}, { jid: 'recorder@recorder.meet.example.com/y' });
    show(room);
    expect(awayIn(page.state).map(({ id }) => id)).toEqual(['bb22', 'rr66']);
    page.set('base/config', { hiddenDomain: 'recorder.meet.example.com' });
    expect(awayIn(page.state).map(({ id }) => id)).toEqual(['bb22']);
  });

  it('is nobody who is where the bot is, before the server has told where the bot is', () => {
    gather(aParticipant('bb22', 'Ben'));
    show(aRoom(main, { bb22: 'Ben' }, true), aRoom(budget, {}));
    expect(awayIn(page.state)).toEqual([]);
  });
});
