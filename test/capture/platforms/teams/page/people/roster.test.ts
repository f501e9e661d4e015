import { describe, expect, it } from 'vitest';
import { createMix } from '../../../../../../lib/capture/platforms/teams/page/call/mix.ts';
import { createPictures, streamIdsIn } from '../../../../../../lib/capture/platforms/teams/page/call/pictures.ts';
import { createOwn } from '../../../../../../lib/capture/platforms/teams/page/people/own.ts';
import { createTeamsRoster } from '../../../../../../lib/capture/platforms/teams/page/people/roster.ts';

const stream = (type: string, sourceId: number, direction = 'sendrecv') => ({ type, sourceId, direction, label: 'x' });
const endpoints = (...mediaStreams: object[]) => ({ e1: { call: { mediaStreams } } });
const person = (id: string, displayName: string, rest: object = {}) => ({
  details: { id, displayName, resourceId: null },
  state: 'active',
  ...rest,
});
const ada = person('8:orgid:ada', 'Ada', {
  meetingRole: 'organizer',
  endpoints: endpoints(stream('audio', 11), stream('video', 12), stream('applicationsharing-video', 13, 'inactive')),
});

const world = () => {
  const roster = createTeamsRoster();
  roster.hear({ participants: { p1: ada, p2: person('8:orgid:ben', 'Ben'), p3: { details: { id: '28:recorder' } } } });
  return roster;
};

describe('the people of a Teams meeting', () => {
  it('are those who have a name, with their role and what of theirs has which number', () => {
    const { members, ownerOf } = world();
    expect(members.map(({ id, name, isHost }) => [id, name, isHost])).toEqual([
      ['8:orgid:ada', 'Ada', true],
      ['8:orgid:ben', 'Ben', false],
    ]);
    expect(ownerOf('12')).toMatchObject({ kind: 'camera', member: { name: 'Ada' } });
    expect(members[0]?.sources.map(({ kind, isSending }) => [kind, isSending])).toEqual([
      ['voice', true],
      ['camera', true],
      ['screen', false],
    ]);
    expect(ownerOf('99')).toBeUndefined();
  });

  it('are told once, later only what changes; wherever in an answer they stand', () => {
    const roster = world();
    roster.hear({
      roster: {
        type: 'delta',
        participants: { p2: person('8:orgid:ben', 'Ben B.', { endpoints: endpoints(stream('video', 21)) }) },
      },
    });
    expect(roster.members.map(({ name }) => name)).toEqual(['Ada', 'Ben B.']);
    roster.hear({ participants: { p1: { ...ada, endpoints: undefined, meetingRole: undefined } } });
    expect(roster.ownerOf('12')?.member.name).toBe('Ada');
    roster.hear({ participants: { p1: { details: { id: '8:orgid:ada' }, state: 'inactive' } } });
    expect([roster.members.map(({ name }) => name), roster.ownerOf('12')]).toEqual([['Ben B.'], undefined]);
  });

  it('are there once with all their devices, and go with the last of them', () => {
    const roster = createTeamsRoster();
    const by = (sourceId: number, state = 'active') =>
      person('8:orgid:ada', 'Ada', { state, endpoints: endpoints(stream('audio', sourceId)) });
    roster.hear({ participants: { laptop: by(11), phone: by(31) } });
    expect(roster.members.map(({ name, sources }) => [name, sources.map(({ id }) => id)])).toEqual([
      ['Ada', ['11', '31']],
    ]);
    roster.hear({ participants: { laptop: by(11, 'inactive') } });
    expect([roster.ownerOf('11'), roster.ownerOf('31')?.member.name]).toEqual([undefined, 'Ada']);
    roster.hear({ participants: { phone: by(31, 'inactive') } });
    expect(roster.members).toEqual([]);
  });

  it.each([undefined, null, 'people', [], { participants: [] }, { participants: { a: null, b: { details: 4 } } }])(
    'stay as they are where nobody can read what is told: %j',
    (content) => {
      const roster = world();
      roster.hear(content);
      expect(roster.members.length).toBe(2);
    },
  );

  it('are those alone of whom the page is told when it joins anew, which is when it is told of a new one of its name', () => {
    const roster = world();
    const notes = (id: string) => person(`8:teamsvisitor:${id}`, 'Notes');
    const names = () => roster.members.map(({ id }) => id);
    expect(roster.answered({ roster: { participants: { p4: notes('1') } } }, 'Notes')).toBe(false);
    expect(roster.answered({ participants: { p4: notes('1') } }, 'Notes')).toBe(false);
    expect(names()).toEqual(['8:orgid:ada', '8:orgid:ben', '8:teamsvisitor:1']);
    expect(roster.answered({ roster: { participants: { p1: ada, p5: notes('2') } } }, 'Notes')).toBe(true);
    expect(names()).toEqual(['8:orgid:ada', '8:teamsvisitor:2']);
    expect(roster.answered({ participants: { p6: person('8:orgid:x', '') } }, '')).toBe(false);
  });

  it('are known by what they stand under where it is an id and what is told of them repeats none', () => {
    const roster = world();
    const key = '8:orgid:ben';
    roster.hear({ participants: { [key]: person(key, 'Ben') } });
    roster.hear({ participants: { [key]: { endpoints: endpoints(stream('video', 21)) } } });
    expect(roster.ownerOf('21')?.member.name).toBe('Ben');
    roster.hear({ participants: { p2: { state: 'inactive', details: { id: key } }, [key]: { state: 'inactive' } } });
    expect(roster.members.map(({ name }) => name)).toEqual(['Ada']);
  });

  it('have what the page’s own call says to be theirs, where the servers have not told whose it is', () => {
    const ids: Readonly<Record<string, string>> = { 11: '8:orgid:ben', 71: '8:orgid:ben', 72: '8:orgid:nobody' };
    const roster = createTeamsRoster((source) => {
      const id = ids[source];
      return id === undefined ? undefined : { id, kind: 'voice' };
    });
    roster.hear({ participants: { p1: ada, p2: person('8:orgid:ben', 'Ben') } });
    const names = ['11', '71', '72', '99'].map((source) => roster.ownerOf(source)?.member.name);
    expect(names).toEqual(['Ada', 'Ben', undefined, undefined]);
  });

  it('are not those who wait in the lobby, before they are let in', () => {
    const roster = world();
    const zoe = (...parts: object[]) =>
      person('8:teamsvisitor:zoe', 'Zoe', { endpoints: Object.fromEntries(parts.map((part, at) => [`e${at}`, part])) });
    const names = () => roster.members.map(({ name }) => name);
    const mediaStreams = [stream('audio', 31)];
    roster.hear({ participants: { p4: zoe({ lobby: { mediaStreams }, modalityJoined: 'Lobby' }) } });
    expect([names(), roster.find('8:teamsvisitor:zoe')]).toEqual([['Ada', 'Ben'], undefined]);
    roster.hear({ participants: { p4: zoe({ call: { mediaStreams }, lobby: null, modalityJoined: 'Lobby,Call' }) } });
    expect([names(), roster.ownerOf('31')?.member.name]).toEqual([['Ada', 'Ben', 'Zoe'], 'Zoe']);
    roster.hear({ participants: { p4: zoe({ lobby: { mediaStreams } }, { call: { mediaStreams }, lobby: {} }) } });
    expect(names()).toEqual(['Ada', 'Ben', 'Zoe']);
  });

  it('are all who can be heard once an answer told of them, as long as nobody speaks without a name', () => {
    const roster = world();
    expect(roster.isWhole).toBe(false);
    expect([roster.answered({ error: 'none' }, ''), roster.isWhole]).toEqual([false, false]);
    expect([roster.answered({ roster: { participants: { p1: ada } } }, ''), roster.isWhole]).toEqual([false, true]);
    const caller = { details: { id: '4:+1555' }, endpoints: endpoints(stream('audio', 41)) };
    roster.hear({ participants: { p4: caller, p1: ada } });
    expect(roster.isWhole).toBe(false);
    roster.hear({ participants: { p4: { ...caller, state: 'inactive' }, p1: ada } });
    expect(roster.isWhole).toBe(true);
  });

  it('are found by a name that only one of them has', () => {
    const roster = world();
    expect(roster.named('Ben')?.id).toBe('8:orgid:ben');
    roster.hear({ participants: { p9: person('8:orgid:other', 'Ben') } });
    expect(roster.named('Ben')).toBeUndefined();
    // Of the bot and somebody of its name, it is the other who is found.
    expect(roster.named('Ben', '8:orgid:ben')?.id).not.toBe('8:orgid:ben');
    expect(roster.named('Ben', '8:orgid:ben')).toBeDefined();
    expect(roster.named('Ada', '8:orgid:ada')?.id).toBe('8:orgid:ada');
  });
});

describe('the bot among them', () => {
  const member = (id: string, name: string) => ({ id, name, isHost: false, sources: [] });

  it('is the guest of its name who came last, and stays so', () => {
    const own = createOwn();
    const before = [
      member('8:orgid:1', 'Notes'),
      member('8:teamsvisitor:1', 'Notes'),
      member('8:teamsvisitor:2', 'Notes'),
    ];
    expect(own(before, '')).toBeUndefined();
    expect(own(before, 'Notes')?.id).toBe('8:teamsvisitor:2');
    expect(own([...before, member('8:teamsvisitor:3', 'Notes')], 'Notes')?.id).toBe('8:teamsvisitor:2');
  });

  it('is whom the page takes for it, whatever it is called and whoever it was taken for', () => {
    const own = createOwn();
    const people = [member('8:teamsvisitor:1', 'Notes'), member('8:teamsvisitor:2', 'Notes (Unverified)')];
    expect(own(people, '', '8:teamsvisitor:2')?.id).toBe('8:teamsvisitor:2');
    expect(own(people, 'Notes')?.id).toBe('8:teamsvisitor:2');
    expect(own(people, 'Notes', '8:teamsvisitor:1')?.id).toBe('8:teamsvisitor:1');
    // Nobody is called so by the servers: it goes by the name.
    expect(createOwn()(people, 'Notes', 'teamsvisitor:1')?.id).toBe('8:teamsvisitor:1');
  });

  it('is nobody of its name while whom the page takes for it is away, such as in the lobby again', () => {
    const own = createOwn();
    const bot = member('8:teamsvisitor:1', 'Notes');
    const other = member('8:teamsvisitor:2', 'Notes');
    expect(own([bot, other], 'Notes', bot.id)?.id).toBe(bot.id);
    expect(own([other], 'Notes', bot.id)).toBeUndefined();
    expect(own([bot, other], 'Notes', bot.id)?.id).toBe(bot.id);
  });

  it('is found again when it comes back as somebody else', () => {
    const own = createOwn();
    expect(own([member('8:teamsvisitor:1', 'Notes')], 'Notes')?.id).toBe('8:teamsvisitor:1');
    expect(own([member('8:teamsvisitor:4', 'Notes')], 'Notes')?.id).toBe('8:teamsvisitor:4');
  });

  it('is nobody of its name who was there before it, while it is away; who came while it was there may be itself', () => {
    const own = createOwn();
    const other = member('8:orgid:1', 'Notes');
    expect(own([other, member('8:teamsvisitor:1', 'Notes')], 'Notes')?.id).toBe('8:teamsvisitor:1');
    expect(own([other], 'Notes')).toBeUndefined();
    const again = [member('8:teamsvisitor:4', 'Notes'), member('8:teamsvisitor:5', 'Notes')] as const;
    expect(own([other, again[0]], 'Notes')?.id).toBe('8:teamsvisitor:4');
    expect(own([other, ...again], 'Notes')?.id).toBe('8:teamsvisitor:4');
    expect(own([other, again[1]], 'Notes')?.id).toBe('8:teamsvisitor:5');
  });
});

const connection = () => ({ connectionState: 'connected' }) as RTCPeerConnection;
const track = (
  id: string,
  streams: readonly string[],
  more: {
    connection?: RTCPeerConnection;
    mid?: string;
    packets?: () => number;
    audioLevel?: () => number | undefined;
  } = {},
) => ({
  track: { id, kind: 'audio', readyState: 'live', muted: false } as MediaStreamTrack,
  receiver: {
    getSynchronizationSources: () =>
      more.packets ? [{ timestamp: more.packets(), source: 1, rtpTimestamp: 0, audioLevel: more.audioLevel?.() }] : [],
  } as unknown as RTCRtpReceiver,
  streams,
  mid: more.mid ?? '0',
  connection: more.connection ?? connection(),
});

describe('the mix of a Teams meeting', () => {
  it('is one track, which others repeat; that of the next call takes its place', () => {
    const mix = createMix(world(), () => undefined);
    const ended = connection();
    const [first, again, other] = [
      track('a', ['mainAudio'], { connection: ended }),
      track('mainAudio-2', ['x']),
      track('c', ['y']),
    ];
    expect([other, first, again].map(mix.repeats)).toEqual([false, false, true]);
    expect(mix.repeats(other)).toBe(true);
    expect(mix.ownerOf(first)).toEqual({ kind: 'line' });
    Object.assign(ended, { connectionState: 'closed' });
    expect([mix.repeats(again), mix.repeats(first)]).toEqual([false, true]);
  });

  /** Tracks that are looked at ten times a second, each with the packets that it brings. */
  const aCall = () => {
    let now = 10_000;
    const bringing = new Set<string>();
    /** Those whose packets say that there is silence in them. */
    const silent = new Set<string>();
    const mix = createMix(
      world(),
      () => undefined,
      () => now,
    );
    const [main, next, other] = (['mainAudio-1', 'mainAudio-2', 'c'] as const).map((id) => {
      let newest = 1;
      const packets = (): number => {
        if (bringing.has(id)) newest += 1;
        return newest;
      };
      return track(id, ['x'], { packets, audioLevel: () => (silent.has(id) ? 0 : undefined) });
    }) as [ReturnType<typeof track>, ReturnType<typeof track>, ReturnType<typeof track>];
    const heard = () =>
      [main, next, other].filter((one) => known.has(one) && !mix.repeats(one)).map((one) => one.track.id);
    const known = new Set([main, other]);
    const pass = (ms: number): string[] => {
      for (let passed = 0; passed < ms; passed += 100) {
        now += 100;
        heard();
      }
      return heard();
    };
    return { main, next, known, bringing, silent, pass };
  };

  it('goes over to the next main track where the one before was left, muted or without packets', () => {
    const { main, next, known, bringing, pass } = aCall();
    bringing.add('mainAudio-1').add('c');
    expect(pass(1_000)).toEqual(['mainAudio-1']);
    known.add(next);
    expect(pass(30_000)).toEqual(['mainAudio-1']);
    Object.assign(main.track, { muted: true });
    expect(pass(200)).toEqual(['mainAudio-2']);
    Object.assign(main.track, { muted: false });
    bringing.add('mainAudio-2');
    expect(pass(30_000)).toEqual(['mainAudio-2']);
    bringing.delete('mainAudio-2');
    expect(pass(300)).toEqual(['mainAudio-2']);
    expect(pass(300)).toEqual(['mainAudio-1']);
  });

  it('stays the same track where both begin again after a pause, and goes over where only the other one does', () => {
    const { next, known, bringing, pass } = aCall();
    known.add(next);
    bringing.add('mainAudio-1').add('mainAudio-2');
    expect(pass(1_000)).toEqual(['mainAudio-1']);
    bringing.clear();
    expect(pass(10_000)).toEqual(['mainAudio-1']);
    bringing.add('mainAudio-1').add('mainAudio-2');
    expect(pass(1_000)).toEqual(['mainAudio-1']);
    bringing.clear();
    expect(pass(10_000)).toEqual(['mainAudio-1']);
    bringing.add('mainAudio-2');
    expect(pass(300)).toEqual(['mainAudio-1']);
    expect(pass(300)).toEqual(['mainAudio-2']);
  });

  it('is no track that brings silence all the time', () => {
    const { next, known, bringing, silent, pass } = aCall();
    known.add(next);
    bringing.add('mainAudio-1').add('mainAudio-2');
    silent.add('mainAudio-2');
    expect(pass(1_000)).toEqual(['mainAudio-1']);
    bringing.delete('mainAudio-1');
    expect(pass(10_000)).toEqual(['mainAudio-1']);
    silent.clear();
    expect(pass(1_000)).toEqual(['mainAudio-2']);
  });

  it('is any track that brings something once no main track has for twenty seconds, until one does again', () => {
    const { bringing, pass } = aCall();
    bringing.add('mainAudio-1');
    expect(pass(1_000)).toEqual(['mainAudio-1']);
    bringing.delete('mainAudio-1');
    // Nobody says anything.
    expect(pass(60_000)).toEqual(['mainAudio-1']);
    bringing.add('mainAudio-1').add('c');
    pass(1_000);
    bringing.delete('mainAudio-1');
    expect(pass(19_000)).toEqual(['mainAudio-1']);
    expect(pass(2_000)).toEqual(['c']);
    bringing.add('mainAudio-1');
    expect(pass(200)).toEqual(['mainAudio-1']);
  });

  it('is at each moment the loudest who is known of those whom its packets name, and never the bot', () => {
    const mix = createMix(world(), () => undefined);
    const sources = [
      { source: 99, level: 0.9 },
      { source: 11, level: 0.5 },
    ];
    expect(mix.speakerOf({ at_ms: 0, sources })).toBe('8:orgid:ada');
    expect(mix.speakerOf({ at_ms: 0, sources: [{ source: 99, level: 1 }] })).toBeUndefined();
    const own = createMix(world(), () => '8:orgid:ada');
    expect(own.speakerOf({ at_ms: 0, sources })).toBeUndefined();
  });
});

describe('pictures of a Teams meeting', () => {
  const sdp = [
    'v=0',
    'a=x-source-streamid:9',
    'm=audio 9 RTP',
    'a=x-source-streamid:201',
    'a=mid:0',
    'm=video 9 RTP',
    'a=mid:1',
    'a=x-source-streamid:1694',
    '',
  ].join('\r\n');

  it('come by streams whose numbers the offer tells', () => {
    expect([...streamIdsIn(sdp)]).toEqual([
      ['0', '201'],
      ['1', '1694'],
    ]);
  });

  it.each([
    ['the number of the offer', track('t', ['mainVideo-39016'], { mid: '1' })],
    ['the name of the stream', track('t', ['mainVideo-1694'])],
    ['the name of the track', track('1694', [])],
  ])('are of the source that the page asked for, found by %s', (_, received) => {
    const pictures = createPictures();
    pictures.described(received.connection, sdp);
    expect(pictures.sourceOf(received)).toBeUndefined();
    pictures.wish({ stream: '1694', source: '1267' });
    expect(pictures.sourceOf(received)).toBe('1267');
    pictures.wish({ stream: '1694', source: undefined });
    expect(pictures.sourceOf(received)).toBeUndefined();
  });

  it('are of the source that was asked for last, however many streams there were', () => {
    const pictures = createPictures();
    for (let stream = 1; stream <= 300; stream += 1) pictures.wish({ stream: `${stream}`, source: '1' });
    pictures.wish({ stream: '1694', source: '1267' });
    pictures.wish({ stream: '300', source: '2' });
    const sources = ['1694', '300', '1'].map((id) => pictures.sourceOf(track(id, [])));
    expect(sources).toEqual(['1267', '2', undefined]);
  });
});
