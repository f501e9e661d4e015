/** The server, spoken to as galene-protocol.md says. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import { WebSocket } from 'ws';
import { until } from '../../lab/until.ts';
import { type Galene, startGalene } from './galene.ts';
import type { GroupOptions } from './group.ts';
import { sitIn } from './sitter.ts';

type Told = Readonly<Record<string, unknown>>;

let galene: Galene;
beforeEach(async () => {
  galene = await startGalene();
});
afterEach(() => galene[Symbol.asyncDispose]());

const connect = async () => {
  const id = randomUUID();
  const told: Told[] = [];
  const socket = new WebSocket(`ws://${galene.host}/ws`);
  let closed_with = 0;
  socket.on('message', (data) => told.push(JSON.parse(String(data))));
  socket.on('close', (code) => {
    closed_with = code;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (message: object): void => socket.send(JSON.stringify(message));
  send({ type: 'handshake', version: ['2'], id });
  const next = (is: (message: Told) => boolean): Promise<Told> =>
    until(
      async () => told.find(is) ?? {},
      (found) => 'type' in found,
    );
  return {
    id,
    told,
    send,
    next,
    /** Answers with which code. */
    closed: () =>
      until(
        async () => closed_with,
        (code) => code > 0,
      ),
    /** Answers what the server says to it. */
    async join(group: string, more: object): Promise<Told> {
      send({ type: 'join', kind: 'join', group, ...more });
      return next(({ type }) => type === 'joined');
    },
  };
};

const guest = { username: 'Ben', password: '' };
const hourMs = 3_600_000;

describe('a group', () => {
  it.each<[string, GroupOptions, object]>([
    ['not authorised', { role: 'present', password: 'sesame' }, guest],
    ['not authorised', { role: 'present', users: { Ben: { role: 'op', password: 'sesame' } } }, guest],
    ['not authorised', { tokens: {} }, { token: 'forged' }],
    ['username required', { tokens: { good: { role: 'present' } } }, { token: 'good' }],
    ['this group is locked', { role: 'present', locked: true }, guest],
    ['back at noon', { role: 'present', locked: 'back at noon' }, guest],
    ['this group is not open yet', { role: 'present', not_before: new Date(Date.now() + hourMs) }, guest],
    ['this group is closed', { role: 'present', expires: new Date(Date.now() - hourMs) }, guest],
    ['there are no operators in this group', { role: 'present', autokick: true }, guest],
    ['this group is locked', { role: 'present', autokick: true, autolock: true }, guest],
  ])('refuses with «%s»: %j', async (value, options, login) => {
    galene.configure('standup', options);
    const ben = await connect();
    expect(await ben.join('standup', login)).toMatchObject({ kind: 'fail', group: 'standup', value });
  });

  it('that is full refuses with «too many users»; with room for 0 it is for anybody', async () => {
    galene.configure('standup', { role: 'present', max_clients: 0 });
    await sitIn(galene, 'standup');
    galene.configure('standup', { role: 'present', max_clients: 1 });
    const ben = await connect();
    expect(await ben.join('standup', guest)).toMatchObject({ kind: 'fail', value: 'too many users' });
  });

  it('that nobody made is no page, and refuses', async () => {
    const page = await fetch(galene.groupUrl('nowhere'));
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<title>Page not Found</title>')]);
    const ben = await connect();
    expect(await ben.join('nowhere', guest)).toMatchObject({ kind: 'fail', value: 'group does not exist' });
  });

  it('tells where it is, before anybody comes in', async () => {
    galene.configure('standup', { role: 'present', locked: true, is_public: true });
    const status = await fetch(`${galene.groupUrl('standup')}.status`);
    expect(await status.json()).toMatchObject({ name: 'standup', endpoint: `ws://${galene.host}/ws`, locked: true });
  });

  it('tells everybody who is there and who goes, and whoever comes what was written before', async () => {
    galene.configure('standup', { role: 'present', users: { Ana: { role: 'op', password: 'sesame' } } });
    const ana = await connect();
    expect(await ana.join('standup', { username: 'Ana', password: 'sesame' })).toMatchObject({
      kind: 'join',
      permissions: expect.arrayContaining(['op']),
    });
    ana.send({ type: 'chat', dest: '', value: 'early' });
    await ana.next(({ type }) => type === 'chat');
    const ben = await connect();
    await ben.join('standup', guest);
    expect(await ben.next(({ type, id }) => type === 'user' && id === ana.id)).toMatchObject({ kind: 'add' });
    expect(await ben.next(({ type }) => type === 'chathistory')).toMatchObject({ source: ana.id, value: 'early' });
    expect(await ana.next(({ type, id }) => type === 'user' && id === ben.id)).toMatchObject({ username: 'Ben' });
    ana.send({ type: 'useraction', kind: 'kick', dest: ben.id, value: '' });
    expect(await ben.next(({ kind }) => kind === 'kicked')).toMatchObject({
      id: ana.id,
      privileged: true,
      value: 'you have been kicked out',
    });
    await ben.closed();
    await ana.next(({ type, kind, id }) => type === 'user' && kind === 'delete' && id === ben.id);
  });

  it('that locks itself and puts everybody out for want of an operator does it in this order', async () => {
    const users = { Ana: { role: 'op', password: 'sesame' } } as const;
    galene.configure('standup', { role: 'present', users, autokick: true, autolock: true });
    const ana = await connect();
    expect(await ana.join('standup', { username: 'Ana', password: 'sesame' })).toMatchObject({
      status: { locked: true },
    });
    ana.send({ type: 'groupaction', kind: 'unlock' });
    await ana.next(({ type, kind }) => type === 'joined' && kind === 'change');
    const ben = await connect();
    expect(await ben.join('standup', guest)).toMatchObject({ kind: 'join' });
    ana.send({ type: 'join', kind: 'leave', group: 'standup' });
    await ben.closed();
    expect(ben.told.slice(-2)).toMatchObject([
      { type: 'joined', kind: 'change', status: { locked: true } },
      { type: 'usermessage', kind: 'kicked', value: 'there are no operators in this group' },
    ]);
    const again = await connect();
    expect(await again.join('standup', guest)).toMatchObject({ kind: 'fail', value: 'this group is locked' });
  });

  it('replays the last 50 of what was written to all, captions among them', async () => {
    galene.configure('standup', { role: 'present', users: { Ana: { role: 'op', password: 'sesame' } } });
    const ana = await connect();
    await ana.join('standup', { username: 'Ana', password: 'sesame' });
    for (const number of Array(30).keys()) ana.send({ type: 'chat', dest: '', value: `chat ${number}` });
    for (const number of Array(30).keys())
      ana.send({ type: 'chat', kind: 'caption', dest: '', value: `caption ${number}` });
    await ana.next(({ value }) => value === 'caption 29');
    const ben = await connect();
    await ben.join('standup', guest);
    await ben.next(({ type, value }) => type === 'chathistory' && value === 'caption 29');
    const replayed = ben.told.flatMap(({ type, value }) => (type === 'chathistory' ? value : []));
    expect([replayed.length, replayed[0], replayed[20]]).toEqual([50, 'chat 10', 'caption 0']);
  });

  it('has nobody write, present or act who may not', async () => {
    galene.configure('standup', { role: 'observe' });
    const ben = await connect();
    await ben.join('standup', guest);
    for (const message of [
      { type: 'chat', dest: '', value: 'Hello' },
      { type: 'offer', id: 'stream', label: 'camera', sdp: '' },
      { type: 'groupaction', kind: 'lock' },
    ])
      ben.send(message);
    const refusals = await until(
      async () => ben.told.filter(({ type, kind }) => type === 'usermessage' && kind === 'error'),
      ({ length }) => length === 3,
    );
    expect(new Set(refusals.map(({ value }) => value))).toEqual(new Set(['not authorised']));
    expect(ben.told.map(({ type }) => type)).toContain('abort');
  });
});

it('whoever asks for the size of a stream that is gone loses the connection', async () => {
  galene.configure('standup', { role: 'present' });
  const ben = await connect();
  await ben.join('standup', guest);
  ben.send({ type: 'requestStream', id: 'gone', request: ['audio', 'video-low'] });
  expect(await ben.closed()).toBe(1011);
});

const config = { iceServers: [], iceUseIpv6: false, iceAdditionalHostAddresses: ['127.0.0.1'] };

/** What somebody sends: sound, and a picture where there is one, of which nothing is seen. */
const aSource = async (cleanUp: AsyncDisposableStack, ...kinds: readonly ('audio' | 'video')[]) => {
  const up = new RTCPeerConnection(config);
  cleanUp.defer(() => up.close());
  const tracks = kinds.map((kind) => new MediaStreamTrack({ kind }));
  for (const track of tracks) up.addTransceiver(track, { direction: 'sendonly' });
  await up.setLocalDescription(await up.createOffer());
  let sequenceNumber = 0;
  return {
    sdp: up.localDescription?.sdp,
    taken: (answer: unknown) => up.setRemoteDescription({ type: 'answer', sdp: String(answer) }),
    send() {
      sequenceNumber += 1;
      const header = new RtpHeader({ sequenceNumber, timestamp: sequenceNumber * 960 });
      tracks[0]?.writeRtp(new RtpPacket(header, Buffer.from([1])));
    },
  };
};

describe('a stream', () => {
  beforeEach(() => galene.configure('standup', { role: 'present' }));

  const aPair = async () => {
    const [ana, ben] = [await connect(), await connect()];
    await ana.join('standup', { username: 'Ana', password: '' });
    await ben.join('standup', guest);
    ben.send({ type: 'request', request: { '': ['audio', 'video'] } });
    return { ana, ben };
  };

  it('goes on to whoever asked for such, under its id and with whose it is', async () => {
    const { ana, ben } = await aPair();
    await using cleanUp = new AsyncDisposableStack();
    const voice = await aSource(cleanUp, 'audio');
    const down = new RTCPeerConnection(config);
    cleanUp.defer(() => down.close());
    ana.send({ type: 'offer', id: 'stream-1', label: 'camera', sdp: voice.sdp });
    await voice.taken((await ana.next(({ type }) => type === 'answer')).sdp);
    const offer = await ben.next(({ type }) => type === 'offer');
    expect(offer).toMatchObject({ id: 'stream-1', label: 'camera', source: ana.id, username: 'Ana' });
    let heard = 0;
    down.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe(() => {
        heard += 1;
      }),
    );
    await down.setRemoteDescription({ type: 'offer', sdp: String(offer.sdp) });
    await down.setLocalDescription(await down.createAnswer());
    ben.send({ type: 'answer', id: 'stream-1', sdp: down.localDescription?.sdp });
    await until(
      async () => {
        voice.send();
        return heard;
      },
      (packets) => packets > 3,
    );
    ana.send({ type: 'close', id: 'stream-1' });
    await ben.next(({ type, id }) => type === 'close' && id === 'stream-1');
  });

  it('that replaces another one ends both where nothing of it comes in time, and then comes in pieces', async () => {
    galene.configure('standup', { role: 'present', replaces_in_pieces: true });
    const { ana, ben } = await aPair();
    await using cleanUp = new AsyncDisposableStack();
    const [before, after] = [await aSource(cleanUp, 'audio'), await aSource(cleanUp, 'audio', 'video')];
    const down = new RTCPeerConnection(config);
    cleanUp.defer(() => down.close());
    const answeredTo = (stream: string) => ana.next(({ type, id }) => type === 'answer' && id === stream);
    ana.send({ type: 'offer', id: 'one', label: 'camera', sdp: before.sdp });
    await ben.next(({ type, id }) => type === 'offer' && id === 'one');
    ana.send({ type: 'offer', id: 'two', label: 'camera', replace: 'one', sdp: after.sdp });
    await after.taken((await answeredTo('two')).sdp);
    await ben.next(({ type, id }) => type === 'close' && id === 'one');
    const offers = () => ben.told.filter(({ type, id }) => type === 'offer' && id === 'two');
    const untilOffered = (times: number) =>
      until(
        async () => {
          after.send();
          return offers();
        },
        ({ length }) => length === times,
      );
    const [first] = await untilOffered(1);
    await down.setRemoteDescription({ type: 'offer', sdp: String(first?.sdp) });
    await down.setLocalDescription(await down.createAnswer());
    ben.send({ type: 'answer', id: 'two', sdp: down.localDescription?.sdp });
    const whole = await untilOffered(2);
    const kindsIn = (sdp: unknown): string[] => String(sdp).match(/^m=(?:audio|video)/gm) ?? [];
    expect(whole.map(({ replace, sdp }) => [replace, kindsIn(sdp)])).toEqual([
      [undefined, ['m=audio']],
      [undefined, ['m=audio', 'm=video']],
    ]);
    const told = ben.told.flatMap(({ type, id }) => (type === 'offer' || type === 'close' ? `${type} ${id}` : []));
    expect(told).toEqual(['offer one', 'close two', 'close one', 'offer two', 'offer two']);
  });
});
