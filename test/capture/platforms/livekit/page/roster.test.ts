import { describe, expect, it } from 'vitest';
import { isEncryptedByOthers, isScreen, trackIn } from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import { proto } from '../../../../lab/builders/proto.ts';
import {
  ada,
  aParticipant,
  aTrack,
  audio,
  bot,
  camera,
  gone,
  inside,
  joined,
  microphone,
  screen,
  screenSound,
  updated,
  video,
} from './room.ts';

describe('who is in a LiveKit meeting', () => {
  it('is told when the bot comes in: everybody, once, with names and when they came', () => {
    const { roster } = inside(ada, aParticipant('PA_old', 'ben'));
    expect(roster.members).toMatchObject([
      { identity: 'bot', name: 'Notes', joined_at_ms: null },
      { identity: 'ada', name: 'Ada', joined_at_ms: 1_795_000_000_123 },
      { identity: 'ben', name: 'ben' },
    ]);
    expect(roster.self?.identity).toBe('bot');
  });

  it('stays in the order in which they came, the bot first, whatever changes about them, and however often the bot comes', () => {
    const old = aParticipant('PA_before', 'bot', { 9: 'Notes' });
    const { roster, socket } = inside(ada, old, aParticipant('PA_ben', 'ben'));
    socket.hear('other', updated(ada));
    socket.hear('other', updated(bot));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot', 'PA_ada', 'PA_ben']);
  });

  it('has no moment that is none', () => {
    const far = new Uint8Array([0x88, 0x01, ...Array.from({ length: 9 }, () => 0xff), 0x01]);
    const { roster, socket } = inside();
    socket.hear('other', updated(aParticipant('PA_ada', 'ada')));
    socket.hear('other', proto({ 5: { 1: [Buffer.concat([proto(aParticipant('PA_ben', 'ben')), far])] } }));
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
    socket.hear('other', updated(aParticipant('PA_ada2', 'ada', { 9: 'Ada' })));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot', 'PA_ada2']);
    socket.hear('other', updated({ ...ada, 3: gone }));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot', 'PA_ada2']);
  });

  it('begins anew when the bot connects anew, or is moved to another room', () => {
    const { roster, socket } = inside(ada);
    socket.hear('other', joined(aParticipant('PA_bot2', 'bot', { 9: 'Notes' }), aParticipant('PA_ben', 'ben')));
    expect(roster.members.map(({ sid }) => sid)).toEqual(['PA_bot2', 'PA_ben']);
    socket.hear('other', proto({ 24: { 3: aParticipant('PA_bot3', 'bot'), 4: [ada] } }));
    expect([roster.self?.sid, roster.members.length]).toEqual(['PA_bot3', 2]);
  });

  it('tells recorders of the server from people', () => {
    const egress = aParticipant('PA_eg', 'EG_1', { 14: 2 });
    const recorder = aParticipant('PA_rec', 'rec', { 11: { 8: 1 } });
    const hidden = inside(ada, egress, recorder).roster.members.filter(({ isHidden }) => isHidden);
    expect(hidden.map(({ identity }) => identity)).toEqual(['EG_1', 'rec']);
  });
});

describe('of somebody in a LiveKit meeting', () => {
  const [agent, older] = [
    aParticipant('PA_a', 'a', { 14: 4 }),
    aParticipant('PA_b', 'b', { 11: { 2: 1, 3: 1, 11: 1 } }),
  ];

  it('it is known that it is a program', () => {
    const programs = inside(ada, agent, older).roster.members.filter(({ isProgram }) => isProgram);
    expect(programs.map(({ identity }) => identity)).toEqual(['a', 'b']);
  });

  it('it is known whether they may write, which all may of whom nothing is said', () => {
    const mute = aParticipant('PA_c', 'c', { 11: { 1: 1, 2: 1 } });
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
