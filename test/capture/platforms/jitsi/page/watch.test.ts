import { beforeEach, describe, expect, it } from 'vitest';
import { createJitsiWatch, type JitsiWatch } from '../../../../../lib/capture/platforms/jitsi/page/watch.ts';
import { aConference, aJitsiPage } from './a-page.ts';

let page: ReturnType<typeof aJitsiPage>;
let watch: JitsiWatch;
let now_ms: number;
let joined: unknown[];
const kept = () => watch.facts.slice(1);
const join = (name: string, isBreakoutRoom = false) => {
  const conference = aConference(name, isBreakoutRoom);
  page.set('base/conference', { conference, iceConnected: true });
  return conference;
};

beforeEach(() => {
  page = aJitsiPage();
  now_ms = 1_000;
  joined = [];
  watch = createJitsiWatch(
    () => page.app,
    (conference) => joined.push(conference),
    () => now_ms,
  );
  watch.look();
});

describe('the way into a Jitsi meeting', () => {
  it('has not begun while the page boots', () => {
    const booting = createJitsiWatch(() => undefined);
    booting.look();
    expect([booting.facts, booting.isPastTheDoor]).toEqual([[{ kind: 'jitsi.state', has_store: false }], false]);
  });

  it('is told as the store has it: in front of the door, in the lobby, inside', () => {
    const outside = {
      kind: 'jitsi.state',
      has_store: true,
      is_joined: false,
      knocking: false,
      members_only: false,
      waiting_for_host: false,
      auth_required: false,
    };
    expect([watch.facts, watch.isPastTheDoor, watch.joined_ms]).toEqual([[outside], false, undefined]);
    page.set('base/conference', { membersOnly: aConference('standup') });
    page.set('lobby', { knocking: true });
    expect([watch.facts, watch.isPastTheDoor]).toEqual([[{ ...outside, members_only: true, knocking: true }], true]);
    page.set('lobby', { knocking: false });
    now_ms = 5_000;
    const conference = join('standup');
    expect(joined).toEqual([conference]);
    expect(watch.facts).toEqual([{ ...outside, is_joined: true, is_ice_connected: true }]);
    expect(watch.joined_ms).toBe(5_000);
  });

  it('has begun once the page has taken the press, and is told as connecting until there is a conference', () => {
    page.set('prejoin', { joiningInProgress: true });
    expect([watch.facts[0]?.is_connecting, watch.isConnecting, watch.isPastTheDoor]).toEqual([true, true, true]);
    page.set('base/conference', { joining: aConference('standup') });
    expect([watch.facts[0]?.is_connecting, watch.isConnecting, watch.isPastTheDoor]).toEqual([undefined, false, true]);
  });

  it('has not begun while a page of before connects behind its form', () => {
    page.set('base/connection', { connecting: {} });
    page.set('prejoin', { joiningInProgress: false });
    expect([watch.isConnecting, watch.isPastTheDoor]).toEqual([false, false]);
  });

  it('is told as failed, and not as connecting, where the server is not there', () => {
    page.set('prejoin', { joiningInProgress: true });
    page.set('base/connection', { error: { name: 'connection.serverError' } });
    expect([watch.facts[0]?.is_connecting, watch.isPastTheDoor]).toEqual([undefined, true]);
  });

  it("believes the page's own answers, where it gives them", () => {
    join('standup');
    Object.assign(page.app, { conference: { isJoined: () => false, getConnectionState: () => 'disconnected' } });
    expect(watch.facts[0]).toMatchObject({ is_joined: false, is_ice_connected: false });
  });

  describe('in which people encrypt end to end', () => {
    const local = { id: 'aa11', local: true };
    const remote = new Map([['bb22', { id: 'bb22', e2eeEnabled: true }]]);
    beforeEach(() => void join('standup'));

    it('is told as encrypted where the page has not turned it on with them', () => {
      expect(watch.facts[0]?.is_encrypted).toBeUndefined();
      page.set('base/participants', { local, remote });
      expect(watch.facts[0]).toMatchObject({ is_joined: true, is_encrypted: true });
    });

    it('is not where the page has, as it is given their keys then', () => {
      page.set('base/participants', { local: { ...local, e2eeEnabled: true }, remote });
      expect(watch.facts[0]?.is_encrypted).toBeUndefined();
    });
  });

  it.each([
    ['conference.passwordRequired', []],
    ['conference.connectionError.accessDenied', []],
    ['conference.connectionError.notAllowed', ['room-creation-restriction', 'words']],
    ['conference.max_users', []],
  ])('is told as failed by the store: %s', (name, params) => {
    page.set('base/conference', { error: { name, params } });
    const [reason] = params;
    expect(kept()).toEqual([{ kind: 'jitsi.failed', error: name, ...(reason && { reason }) }]);
    expect(watch.isPastTheDoor).toBe(true);
  });

  it('is told as failed where the page has no conference yet, as its server takes no guest or is not there', () => {
    page.set('base/connection', { error: { name: 'connection.passwordRequired', message: 'not-allowed' } });
    expect(kept()).toEqual([{ kind: 'jitsi.failed', error: 'connection.passwordRequired' }]);
    expect(watch.isPastTheDoor).toBe(true);
    page.set('base/connection', { connection: {} });
    expect(watch.isPastTheDoor).toBe(false);
    join('standup');
    expect(kept()).toEqual([]);
  });

  it('is told as failed by the conference, also when the store has forgotten it since', () => {
    const joining = aConference('standup');
    page.set('base/conference', { joining });
    joining.tell('conference.failed', 'conference.destroyed', 'over');
    page.set('base/conference', {});
    expect(kept()).toEqual([{ kind: 'jitsi.failed', error: 'conference.destroyed', reason: 'over' }]);
  });

  it('forgets how it failed before, once the bot is in', () => {
    page.set('base/conference', { error: { name: 'conference.connectionError.membersOnly' } });
    join('standup');
    expect(kept()).toEqual([]);
  });
});

describe('the way out of a Jitsi meeting', () => {
  it('is told as kicked, once and as long as the bot is out', () => {
    const conference = join('standup');
    conference.tell('conference.kicked', { getDisplayName: () => 'Ben' });
    page.set('base/conference', {});
    expect(kept()).toEqual([{ kind: 'jitsi.kicked' }]);
    join('standup');
    expect(kept()).toEqual([]);
  });

  it('is not told as kicked where somebody else is', () => {
    const conference = join('standup');
    conference.tell('conference.participant_kicked', { getId: () => 'ada' }, { getId: () => 'ben' });
    expect(kept()).toEqual([]);
  });

  it('is told by the conference that the bot is in, however often the store changes', () => {
    const conference = join('standup');
    page.set('lobby', {});
    page.set('chat', { messages: [] });
    conference.tell('conference.failed', 'conference.destroyed');
    expect(kept()).toHaveLength(1);
  });
});

describe('breakout rooms of a Jitsi meeting', () => {
  const rooms = {
    'standup@conference.example.org': {
      id: 'standup',
      jid: 'standup@conference.example.org',
      name: 'Stand-up',
      isMainRoom: true,
    },
    'r1@breakout.example.org': { id: 'r1', jid: 'r1@breakout.example.org', name: 'Press' },
  };
  const open = () => {
    const conference = join('standup');
    page.set('breakout-rooms', { rooms });
    return conference;
  };
  /** The page leaves one conference for another, and forgets its rooms meanwhile. */
  const move = (from: ReturnType<typeof aConference>, to: string | undefined) => {
    from.tell('conference.breakout-rooms.move-to-room', to);
    page.set('breakout-rooms', { rooms: {} });
    page.set('base/conference', { leaving: from });
  };

  it('are not where the bot is, while it is in the main room', () => {
    open();
    expect([watch.breakout, watch.moved_ms]).toEqual([{ state: 'none', room_name: null }, undefined]);
  });

  it.each(['r1', 'r1@breakout.example.org'])('are entered without being asked: %s', (room) => {
    move(open(), room);
    expect([kept(), watch.breakout]).toEqual([
      [{ kind: 'jitsi.move_to_room' }],
      { state: 'joining', room_name: 'Press' },
    ]);
    now_ms = 9_000;
    join('r1', true);
    page.set('breakout-rooms', { rooms });
    expect([kept(), watch.breakout, watch.joined_ms]).toEqual([[], { state: 'inside', room_name: 'Press' }, 9_000]);
    expect(watch.moved_ms).toBe(9_000);
  });

  it.each([undefined, 'standup@conference.example.org'])('are left for the main room: %s', (room) => {
    move(open(), 'r1');
    const inside = join('r1', true);
    page.set('breakout-rooms', { rooms });
    move(inside, room);
    expect(watch.breakout).toEqual({ state: 'leaving', room_name: 'Stand-up' });
    join('standup');
    expect(watch.breakout).toEqual({ state: 'none', room_name: null });
  });

  it('are left for the main room by a page that goes there by itself, as when they are removed', () => {
    move(open(), 'r1');
    join('r1', true);
    page.set('breakout-rooms', { rooms });
    join('standup');
    expect(watch.breakout).toEqual({ state: 'none', room_name: null });
  });

  it('are told by where the bot was sent last, where the page does not say it', () => {
    move(open(), 'r1');
    page.set('base/conference', { conference: { ...aConference('r1'), getBreakoutRooms: undefined } });
    page.set('breakout-rooms', { rooms });
    expect(watch.breakout).toEqual({ state: 'inside', room_name: 'Press' });
  });

  it('are entered by a bot that comes into one at once', () => {
    join('r1', true);
    page.set('breakout-rooms', { rooms });
    expect(watch.breakout).toEqual({ state: 'inside', room_name: 'Press' });
  });

  it('do not hold the bot when it is sent into one that the page does not know, where it stays', () => {
    open().tell('conference.breakout-rooms.move-to-room', 'nowhere');
    expect([kept(), watch.breakout.state]).toEqual([[], 'none']);
  });
});
