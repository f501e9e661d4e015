import { describe, expect, it } from 'vitest';
import {
  createLiveKitRoster,
  isEncryptedByOthers,
  isScreen,
  type LiveKitRoster,
  trackIn,
} from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';

const [video, audio] = [1, 0];
const [camera, microphone, screen, screenSound] = [1, 2, 3, 4];
const [active, gone] = [2, 3];

const aTrack = (sid: string, type: number, source: number, more: ProtoFields = {}): ProtoFields => ({
  1: sid,
  ...(type && { 2: type }),
  9: source,
  ...more,
});
const aMember = (sid: string, identity: string, more: ProtoFields = {}): ProtoFields => ({
  1: sid,
  2: identity,
  3: active,
  ...more,
});
const joined = (self: ProtoFields, ...others: ProtoFields[]): Uint8Array => proto({ 1: { 2: self, 3: others } });
const updated = (...members: ProtoFields[]): Uint8Array => proto({ 5: { 1: members } });
const left = (reason: number, more: ProtoFields = {}): Uint8Array => proto({ 8: { 2: reason, ...more } });

const bot = aMember('PA_bot', 'bot', { 9: 'Notes' });
const ada = aMember('PA_ada', 'ada', { 9: 'Ada', 17: 1_795_000_000_123, 4: [aTrack('TR_mic', audio, microphone)] });

const inside = (...others: ProtoFields[]) => {
  const roster = createLiveKitRoster();
  const socket = roster.connect();
  socket.hear('other', joined(bot, ...others));
  roster.reached();
  return { roster, socket };
};

describe('who is in a LiveKit meeting', () => {
  it('is told when the bot comes in: everybody, once, with names and when they came', () => {
    const { roster } = inside(ada, aMember('PA_old', 'ben'));
    expect(roster.members).toMatchObject([
      { identity: 'bot', name: 'Notes', joined_at_ms: null },
      { identity: 'ada', name: 'Ada', joined_at_ms: 1_795_000_000_123 },
      { identity: 'ben', name: 'ben' },
    ]);
    expect(roster.self?.identity).toBe('bot');
  });

  it('stays in the order in which they came, the bot first, whatever changes about them, and however often the bot comes', () => {
    const old = aMember('PA_before', 'bot', { 9: 'Notes' });
    const { roster, socket } = inside(ada, old, aMember('PA_ben', 'ben'));
    socket.hear('other', updated(ada));
    socket.hear('other', updated(bot));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot', 'PA_ada', 'PA_ben']);
  });

  it('has no moment that is none', () => {
    const far = new Uint8Array([0x88, 0x01, ...Array.from({ length: 9 }, () => 0xff), 0x01]);
    const { roster, socket } = inside();
    socket.hear('other', updated(aMember('PA_ada', 'ada')));
    socket.hear('other', proto({ 5: { 1: [Buffer.concat([proto(aMember('PA_ben', 'ben')), far])] } }));
    expect(roster.members.map(({ joined_at_ms }) => joined_at_ms)).toEqual([null, null, null]);
  });

  it('changes as the server says: somebody comes, mutes, leaves', () => {
    const { roster, socket } = inside();
    socket.hear('other', updated(ada));
    expect(roster.find('PA_ada')?.tracks).toMatchObject([{ sid: 'TR_mic', isMuted: false }]);
    socket.hear('other', updated({ ...ada, 4: [aTrack('TR_mic', audio, microphone, { 4: 1 })] }));
    expect(roster.find('PA_ada')?.tracks).toMatchObject([{ isMuted: true }]);
    socket.hear('other', updated({ ...ada, 3: gone }));
    expect(roster.members.map(({ identity }) => identity)).toEqual(['bot']);
  });

  describe('what the server has muted of the bot’s own', () => {
    const own = { ...bot, 4: [aTrack('TR_cam', video, camera), aTrack('TR_own', audio, microphone)] };
    const mutes = (sid: string, muted: boolean): Uint8Array => proto({ 9: { 1: sid, ...(muted && { 2: 1 }) } });
    const sends = (sid: string, muted: boolean): Uint8Array => proto({ 5: { 1: sid, ...(muted && { 2: 1 }) } });
    const muted = () => {
      const { roster, socket } = inside(ada);
      socket.hear('other', updated(own));
      socket.hear('other', mutes('TR_own', true));
      // So says the page as it obeys.
      socket.hear('page', sends('TR_own', true));
      return { roster, socket };
    };

    it('is known also where the server has only said that it is published', () => {
      const { roster, socket } = inside();
      socket.hear('other', proto({ 6: { 1: 'cid', 2: aTrack('TR_own', audio, microphone) } }));
      socket.hear('other', mutes('TR_own', true));
      expect(roster.muted).toEqual(['microphone']);
    });

    it('is known, and is nobody else’s', () => {
      expect(inside(ada).roster.muted).toEqual([]);
      const { roster, socket } = muted();
      socket.hear('other', mutes('TR_mic', true));
      expect(roster.muted).toEqual(['microphone']);
    });

    it('is over when the server lets it be on again, or the page turns it on', () => {
      const [byServer, byPage] = [muted(), muted()];
      byServer.socket.hear('other', mutes('TR_own', false));
      byPage.socket.hear('page', sends('TR_own', false));
      expect([byServer.roster.muted, byPage.roster.muted]).toEqual([[], []]);
    });

    it('holds also what the server takes no more, until the bot may send it again', () => {
      const may = (...sources: number[]) => ({ ...own, 11: { 2: 1, 9: Uint8Array.from(sources) } });
      const { roster, socket } = inside(ada);
      socket.hear('other', updated(own));
      socket.hear('other', updated({ ...own, 11: { 1: 1 } }));
      for (const sid of ['TR_cam', 'TR_own', 'TR_mic']) socket.hear('other', proto({ 17: { 1: sid } }));
      expect(roster.muted).toEqual(['camera', 'microphone']);
      socket.hear('other', updated(may(camera)));
      expect(roster.muted).toEqual(['microphone']);
      socket.hear('other', updated({ ...own, 11: { 2: 1 } }));
      expect(roster.muted).toEqual([]);
    });

    it('is over when the bot turns it anew, or comes in anew', () => {
      const [turned, anew] = [muted(), muted()];
      turned.roster.turns('camera');
      expect(turned.roster.muted).toEqual(['microphone']);
      turned.roster.turns('microphone');
      anew.socket.hear('other', joined(own));
      expect([turned.roster.muted, anew.roster.muted]).toEqual([[], []]);
    });
  });

  it('has somebody once who connects anew before the old connection is gone', () => {
    const { roster, socket } = inside(ada);
    socket.hear('other', updated(aMember('PA_ada2', 'ada', { 9: 'Ada' })));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot', 'PA_ada2']);
    socket.hear('other', updated({ ...ada, 3: gone }));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot', 'PA_ada2']);
  });

  it('begins anew when the bot connects anew, or is moved to another room', () => {
    const { roster, socket } = inside(ada);
    socket.hear('other', joined(aMember('PA_bot2', 'bot', { 9: 'Notes' }), aMember('PA_ben', 'ben')));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot2', 'PA_ben']);
    socket.hear('other', proto({ 24: { 3: aMember('PA_bot3', 'bot'), 4: [ada] } }));
    expect([roster.self?.sid, roster.members.length]).toEqual(['PA_bot3', 2]);
  });

  it('tells recorders of the server from people', () => {
    const egress = aMember('PA_eg', 'EG_1', { 14: 2 });
    const recorder = aMember('PA_rec', 'rec', { 11: { 8: 1 } });
    const hidden = inside(ada, egress, recorder).roster.members.filter(({ isHidden }) => isHidden);
    expect(hidden.map(({ identity }) => identity)).toEqual(['EG_1', 'rec']);
  });
});

describe('of somebody in a LiveKit meeting', () => {
  const [agent, older] = [aMember('PA_a', 'a', { 14: 4 }), aMember('PA_b', 'b', { 11: { 2: 1, 3: 1, 11: 1 } })];

  it('it is known that it is a program', () => {
    const programs = inside(ada, agent, older).roster.members.filter(({ isProgram }) => isProgram);
    expect(programs.map(({ identity }) => identity)).toEqual(['a', 'b']);
  });

  it('it is known whether they may write, which all may of whom nothing is said', () => {
    const mute = aMember('PA_c', 'c', { 11: { 1: 1, 2: 1 } });
    const { members } = inside(ada, older, mute).roster;
    expect(members.map(({ mayWrite }) => mayWrite)).toEqual([true, true, true, false]);
  });

  it('it is known whether they encrypt what they send, and the bot’s page does not', () => {
    const secret = [aTrack('TR_x', audio, microphone, { 16: 1 })];
    expect(isEncryptedByOthers(inside(ada).roster)).toBe(false);
    const { roster, socket } = inside({ ...ada, 4: secret });
    // Whoever sends nothing encrypts nothing, and may have the keys.
    expect(isEncryptedByOthers(roster)).toBe(false);
    socket.hear('other', updated({ ...bot, 4: [aTrack('TR_y', audio, microphone)] }));
    expect(isEncryptedByOthers(roster)).toBe(true);
    socket.hear('other', updated({ ...bot, 4: secret }));
    expect(isEncryptedByOthers(roster)).toBe(false);
  });
});

describe('the connection to a LiveKit meeting', () => {
  const kindsAfter = (...messages: Uint8Array[]) => {
    const { roster, socket } = inside();
    for (const message of messages) socket.hear('other', message);
    return roster.wire.map(({ kind, reason }) => [kind, ...(reason ? [reason] : [])].join(' '));
  };

  it('is told from the first socket to the end, with its reason', () => {
    const roster = createLiveKitRoster();
    expect(roster.wire).toEqual([]);
    roster.connect();
    expect(roster.wire).toEqual([{ kind: 'livekit.connecting' }]);
    expect(kindsAfter()).toEqual(['livekit.connected']);
    expect(kindsAfter(left(4))).toEqual(['livekit.connected', 'livekit.disconnected PARTICIPANT_REMOVED']);
    expect(kindsAfter(left(99))).toEqual(['livekit.connected', 'livekit.disconnected UNKNOWN_REASON']);
  });

  it('is one that comes back when another socket is opened', () => {
    const { roster } = inside();
    const anew = roster.connect();
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected', 'livekit.reconnecting']);
    anew.hear('other', proto({ 19: {} }));
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected']);
  });

  it('is gone when its socket is closed and nobody has said why, until there is another one', () => {
    const { roster, socket } = inside();
    socket.closed();
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected', 'livekit.reconnecting']);
    // Of the connection before.
    roster.reached();
    const another = roster.connect();
    another.hear('other', joined(bot));
    expect(roster.wire.map(({ kind }) => kind)).toEqual([
      'livekit.connected',
      'livekit.reconnecting',
      'livekit.joined',
    ]);
    another.closed();
    roster.reached();
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected', 'livekit.reconnecting']);
    roster.connect().hear('other', joined(bot));
    roster.reached();
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected']);
  });

  describe('to which the server has let it, and that its media have not got through to', () => {
    let now_ms: number;
    const comesIn = (...messages: Uint8Array[]) => {
      now_ms = 100_000;
      const roster = createLiveKitRoster(undefined, () => now_ms);
      const socket = roster.connect();
      for (const message of [joined(bot), ...messages]) socket.hear('other', message);
      return { roster, socket };
    };
    const kindsOf = ({ roster }: { roster: LiveKitRoster }) => roster.wire.map(({ kind }) => kind);
    const resumed = proto({ 19: {} });

    it('is none yet', () => {
      expect(kindsOf(comesIn())).toEqual(['livekit.joined']);
    });

    it('is never one where its socket is closed, as clients do that wait in vain, and nobody has said why', () => {
      const one = comesIn();
      now_ms += 10_000;
      one.socket.closed();
      expect(kindsOf(one)).toEqual(['livekit.joined', 'livekit.unreached']);
      one.roster.reached();
      expect(kindsOf(one)).toEqual(['livekit.joined', 'livekit.unreached']);
      one.roster.connect();
      expect(kindsOf(one)).toEqual(['livekit.connecting']);
    });

    it('is cut off where its socket is closed sooner', () => {
      const one = comesIn();
      now_ms += 9_999;
      one.socket.closed();
      expect(one.roster.wire).toEqual([
        { kind: 'livekit.joined' },
        { kind: 'livekit.disconnected', reason: 'SIGNAL_CLOSE' },
      ]);
    });

    it.each([
      [9_999, 'livekit.disconnected'],
      [10_000, 'livekit.unreached'],
    ])(
      'is cut off or reaches nothing also where its page leaves before its socket is closed, after %i ms',
      (ms, kind) => {
        const one = comesIn();
        now_ms += ms;
        one.socket.hear('page', left(1));
        expect(kindsOf(one)).toEqual(['livekit.joined', 'livekit.disconnected']);
        one.socket.closed();
        expect(kindsOf(one)).toEqual(['livekit.joined', 'livekit.disconnected', kind]);
      },
    );

    it('is none after another beginning either: a client leaves before each', () => {
      const one = comesIn();
      one.socket.hear('page', left(1));
      one.socket.closed();
      const anew = one.roster.connect();
      expect(kindsOf(one)).toEqual(['livekit.connecting']);
      anew.hear('other', joined(bot));
      expect(kindsOf(one)).toEqual(['livekit.joined']);
      one.roster.reached();
      expect(kindsOf(one)).toEqual(['livekit.connected']);
    });

    it('is none by going on with it over another socket, before they have', () => {
      const one = comesIn();
      one.socket.closed();
      one.roster.connect().hear('other', resumed);
      expect(kindsOf(one)).toEqual(['livekit.joined']);
      one.roster.reached();
      expect(kindsOf(one)).toEqual(['livekit.connected']);
    });

    it('is one by going on with it where they have got through between two sockets', () => {
      const one = comesIn();
      one.socket.closed();
      one.roster.reached();
      one.roster.connect().hear('other', resumed);
      expect(kindsOf(one)).toEqual(['livekit.connected']);
    });

    it('is none by going on with it where only those of the connection before had', () => {
      const { roster } = inside();
      roster.connect().hear('other', joined(bot));
      roster.connect().hear('other', resumed);
      expect(kindsOf({ roster })).toEqual(['livekit.connected', 'livekit.reconnecting', 'livekit.joined']);
    });

    it('is none in another room to which the server moves it', () => {
      expect(kindsOf(comesIn(proto({ 24: { 3: aMember('PA_bot3', 'bot') } })))).toEqual(['livekit.joined']);
    });

    it('is ended by the server where that says why', () => {
      const one = comesIn(left(4));
      one.socket.closed();
      one.roster.reached();
      expect(one.roster.wire).toEqual([
        { kind: 'livekit.joined' },
        { kind: 'livekit.disconnected', reason: 'PARTICIPANT_REMOVED' },
      ]);
    });
  });

  it('has ended for the reason that was given when its socket is closed thereafter', () => {
    const { roster, socket } = inside();
    socket.hear('other', left(4));
    socket.closed();
    expect(roster.wire.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['livekit.connected', undefined],
      ['livekit.disconnected', 'PARTICIPANT_REMOVED'],
    ]);
  });

  it('is told at once as ended by the server, and as no longer so when another socket is opened', () => {
    const told: unknown[] = [];
    const roster = createLiveKitRoster((wire) => told.push(wire.map(({ kind }) => kind)));
    const socket = roster.connect();
    socket.hear('other', joined(bot));
    socket.hear('other', left(3, { 3: 1 }));
    expect(told.splice(0)).toEqual([[]]);
    socket.hear('other', left(5));
    expect(told.splice(0)).toEqual([['livekit.joined', 'livekit.disconnected']]);
    roster.connect();
    expect(told).toEqual([[]]);
  });

  it('is that of the socket that was opened last, whatever is said by the one before', () => {
    const duplicate_identity = 2;
    const { roster, socket } = inside(ada);
    roster.connect().hear('other', joined(aMember('PA_bot2', 'bot'), ada));
    roster.reached();
    socket.hear('other', left(duplicate_identity));
    socket.hear('other', updated({ ...ada, 3: gone }));
    socket.closed();
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected']);
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot2', 'PA_ada']);
  });

  it('has not ended where the server has clients come back', () => {
    const [resume, reconnect] = [1, 2];
    expect(kindsAfter(left(8, { 3: resume }))).toEqual(['livekit.connected']);
    expect(kindsAfter(left(3, { 3: reconnect }))).toEqual(['livekit.connected']);
    expect(kindsAfter(left(3, { 1: 1 }))).toEqual(['livekit.connected']);
    expect(kindsAfter(left(3), joined(bot))).toEqual(['livekit.connected', 'livekit.reconnecting', 'livekit.joined']);
  });

  describe('that the page itself ends', () => {
    let now_ms: number;
    const leaves = () => {
      now_ms = 0;
      const roster = createLiveKitRoster(undefined, () => now_ms);
      const socket = roster.connect();
      socket.hear('other', joined(bot));
      roster.reached();
      socket.hear('page', left(1));
      return { roster, socket };
    };
    const kindsOf = ({ wire }: LiveKitRoster) => wire.map(({ kind }) => kind.replace('livekit.', ''));

    it('has ended, and for good once there was no other for half a minute', () => {
      const { roster, socket } = leaves();
      socket.closed();
      expect(roster.wire.at(-1)).toEqual({ kind: 'livekit.disconnected', reason: 'CLIENT_INITIATED' });
      now_ms = 29_999;
      expect(kindsOf(roster)).toEqual(['connected', 'disconnected']);
      now_ms = 30_000;
      expect(kindsOf(roster)).toEqual(['connected', 'disconnected', 'stays_out']);
    });

    it('has ended by the page also where the server says so again', () => {
      const { roster, socket } = leaves();
      socket.hear('other', left(1));
      now_ms = 30_000;
      expect(kindsOf(roster)).toEqual(['connected', 'disconnected', 'disconnected', 'stays_out']);
    });

    it('is one that comes back where the page opens another', () => {
      const { roster } = leaves();
      const anew = roster.connect();
      now_ms = 60_000;
      expect(kindsOf(roster)).toEqual(['connected', 'reconnecting']);
      anew.hear('other', joined(bot));
      roster.reached();
      expect(kindsOf(roster)).toEqual(['connected']);
    });

    it('has ended as the server says, where that says why meanwhile', () => {
      const { roster, socket } = leaves();
      socket.hear('other', left(4));
      now_ms = 60_000;
      expect(roster.wire.at(-1)).toEqual({ kind: 'livekit.disconnected', reason: 'PARTICIPANT_REMOVED' });
    });
  });

  it('is refused with a status, but not by a server that is asked in a way that it does not know', () => {
    const refusal = (status: number, words: string) => {
      const roster = createLiveKitRoster();
      roster.connect();
      roster.refused(status, words);
      return roster.wire.at(-1);
    };
    expect(refusal(401, 'invalid token')).toEqual({ kind: 'livekit.refused', reason: 'NotAllowed', status: 401 });
    expect(refusal(404, 'requested room does not exist')).toMatchObject({ kind: 'livekit.refused', status: 404 });
    expect(refusal(404, '404 page not found')).toEqual({ kind: 'livekit.connecting' });
  });

  it('is not taken from what is no message', () => {
    const { roster, socket } = inside();
    socket.hear('other', Uint8Array.of(255, 255, 255));
    socket.hear('other', new TextEncoder().encode('{"leave":{}}'));
    expect(roster.wire.map(({ kind }) => kind)).toEqual(['livekit.connected']);
  });
});

describe('what is sent in a stream', () => {
  const member = inside({
    ...ada,
    4: [
      aTrack('TR_mic', audio, microphone, { 17: 'camera' }),
      aTrack('TR_cam', video, camera, { 17: 'camera' }),
      aTrack('TR_scr', video, screen),
      aTrack('TR_snd', audio, screenSound),
    ],
  }).roster.find('PA_ada');
  const found = (stream: string, isVideo: boolean) => member && trackIn(member, { stream, isVideo });

  it('is found by its track, or by the name of those that are sent together', () => {
    expect(found('TR_cam', true)?.source).toBe(camera);
    expect(found('camera', true)?.sid).toBe('TR_cam');
    expect(found('camera', false)?.sid).toBe('TR_mic');
    expect(found('TR_snd', false)?.source).toBe(screenSound);
  });

  it('is nobody knows what where names do not tell', () => {
    expect(found('', true)).toBeUndefined();
    expect(found('TR_cam', false)).toBeUndefined();
    expect(found('other', true)).toBeUndefined();
  });

  it('is a screen where its source is one, its sound as well', () => {
    const screens = member?.tracks.filter(isScreen).map(({ sid }) => sid);
    expect(screens).toEqual(['TR_scr', 'TR_snd']);
  });
});
