import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLiveKitCaptions,
  type LiveKitCaptions,
} from '../../../../../lib/capture/platforms/livekit/page/captions.ts';
import { createLiveKitChat, type LiveKitChat } from '../../../../../lib/capture/platforms/livekit/page/chat.ts';
import {
  createEarlyPackets,
  type EarlyPackets,
} from '../../../../../lib/capture/platforms/livekit/page/early-packets.ts';
import { createLiveKitRoster, type LiveKitSocket } from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import { senderIn } from '../../../../../lib/capture/platforms/livekit/page/text-streams.ts';
import { ProtoMessage } from '../../../../../lib/capture/platforms/page/protobuf.ts';
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';
import { aHeader, aMember, by, end, ofAgent, packetOf, part, segmentOf } from './packets.ts';

let now_ms: number;
let socket: LiveKitSocket;
let packets: EarlyPackets;
let captions: LiveKitCaptions;
let chat: LiveKitChat;
/** In whose names packets were passed on. */
let passed: string[];

beforeEach(() => {
  now_ms = 100_000;
  passed = [];
  const roster = createLiveKitRoster();
  socket = roster.connect();
  socket.hear('other', proto({ 1: { 2: aMember('bot'), 3: [aMember('ada')] } }));
  packets = createEarlyPackets(
    (sid) => roster.find(sid) !== undefined,
    ({ sender, message }) => {
      passed.push(sender.identity);
      return Promise.allSettled([chat, captions].map((reader) => reader.hear(sender, message)));
    },
    () => now_ms,
  );
  chat = createLiveKitChat(roster, packets.now);
  captions = createLiveKitCaptions(roster, packets.now);
});

const hear = async (fields: ProtoFields, from: 'page' | 'other' = 'other'): Promise<void> => {
  const bytes = proto(fields);
  const message = ProtoMessage.read(bytes);
  if (message) await packets.hear({ sender: senderIn(from, message), message, size: bytes.length });
};
/** The server tells of somebody. */
const comes = async (identity: string, more: ProtoFields = ofAgent): Promise<void> => {
  socket.hear('other', proto({ 5: { 1: [aMember(identity, more)] } }));
  await packets.release();
};
const later = async (ms: number): Promise<void> => {
  now_ms += ms;
  await packets.release();
};
const said = () => captions.captions.map(({ speaker_name, text }) => `${speaker_name}: ${text}`);
const written = () => chat.messages.map(({ sender_name, text }) => `${sender_name}: ${text}`);
const ofChat = { 3: 'lk.chat' };

/** Each in all the packets that it takes, and what is told of it. */
const sent: [string, readonly ProtoFields[], { said?: string[]; written?: string[] }][] = [
  [
    'what an agent writes in the name of another',
    [
      { ...by('agent', 'ada'), ...aHeader('s1', segmentOf('SG_1', true)) },
      { ...by('agent'), ...part('s1', 0, 'Good morning.') },
      { ...by('agent'), ...end('s1') },
    ],
    { said: ['Ada: Good morning.'] },
  ],
  [
    'what an agent writes of a track',
    [
      { ...by('agent'), ...aHeader('s1', { ...segmentOf('SG_1', true), 'lk.transcribed_track_id': 'TR_ada' }) },
      { ...by('agent'), ...part('s1', 0, 'Good morning.') },
      { ...by('agent'), ...end('s1') },
    ],
    { said: ['Ada: Good morning.'] },
  ],
  [
    'what an agent says itself',
    [
      { ...by('agent'), ...aHeader('s1', segmentOf('SG_1')) },
      { ...by('agent'), ...part('s1', 0, 'How can ') },
      { ...by('agent'), ...part('s1', 1, 'I help?') },
      { ...by('agent'), ...end('s1') },
    ],
    { said: ['Agent: How can I help?'] },
  ],
  [
    'a packet, as before text streams',
    [packetOf('agent', 'ada', ['SG_1', 'Good morning.', true])],
    { said: ['Ada: Good morning.'] },
  ],
  [
    'a message of the chat',
    [
      { ...by('agent'), ...aHeader('m1', {}, ofChat) },
      { ...by('agent'), ...part('m1', 0, 'I write this down.') },
      { ...by('agent'), ...end('m1') },
    ],
    { written: ['Agent: I write this down.'] },
  ],
];
const moments = sent.flatMap(([what, of, told]) =>
  Array.from({ length: of.length + 1 }, (_, at) => ({ what, of, told, at })),
);

describe('what somebody sends of whom the server has not told yet', () => {
  it.each(moments)('is heard: $what, told of before packet $at', async ({ of, told, at }) => {
    for (const fields of of.slice(0, at)) await hear(fields);
    await comes('agent');
    for (const fields of of.slice(at)) await hear(fields);
    await later(2_000);
    expect([said(), written()]).toEqual([told.said ?? [], told.written ?? []]);
  });

  it('counts from when it came', async () => {
    await hear({ ...by('agent'), ...aHeader('m1', {}, { ...ofChat, 11: 'I write this down.' }) });
    await hear({ ...by('agent', 'ada'), ...aHeader('s1', segmentOf('SG_1', true)) });
    now_ms += 500;
    await hear({ ...by('agent'), ...part('s1', 0, 'Good morning.') });
    await hear({ ...by('agent'), ...end('s1') });
    now_ms += 2_000;
    await comes('agent');
    await hear({ ...by('agent'), ...aHeader('m2', {}, { ...ofChat, 11: 'Still.' }) });
    expect(captions.captions).toMatchObject([{ start_ms: 99_000, duration_ms: 1_500 }]);
    expect(chat.messages).toMatchObject([{ timestamp_ms: 100_000 }, { timestamp_ms: 102_500 }]);
  });

  it('is believed no more than later: of nobody who is no agent', async () => {
    await hear({ ...by('ben'), ...aHeader('s1', segmentOf('SG_1', true), { 11: 'Fire!' }) });
    await hear(packetOf('ben', 'ada', ['SG_2', 'Fire!', true]));
    await comes('ben', {});
    await later(2_000);
    expect(said()).toEqual([]);
  });

  it('makes nobody else wait, nor what the bot’s page sends, nor what has no sender', async () => {
    await hear({ ...by('agent'), ...aHeader('m1', {}, { ...ofChat, 11: 'Early.' }) });
    await hear({ ...by('ada'), ...aHeader('m2', {}, { ...ofChat, 11: 'Hello.' }) });
    await hear(aHeader('m3', {}, { ...ofChat, 11: 'I listen.' }), 'page');
    await hear({ 4: 'ada', ...aHeader('m4', {}, { ...ofChat, 11: 'From an older server.' }) });
    expect(written()).toEqual(['Ada: Hello.', 'Bot: I listen.', 'Ada: From an older server.']);
  });
});

describe('what a hidden agent sends, of whom the server never tells', () => {
  const header = (id: string) => ({
    ...by('hidden', 'ada'),
    ...aHeader(id, segmentOf(id, true), { 11: `Words of ${id}.` }),
  });

  it('is passed on after four seconds, and at once from then on', async () => {
    await hear(header('s1'));
    await later(3_999);
    expect(said()).toEqual([]);
    await later(1);
    await hear(header('s2'));
    expect(said()).toEqual(['Ada: Words of s1.', 'Ada: Words of s2.']);
    expect(captions.captions[0]).toMatchObject({ start_ms: 98_500 });
  });

  it('is passed on once the server names nobody', async () => {
    await hear({ ...by('hidden', 'ada'), ...aHeader('s1', segmentOf('SG_1', true)) });
    await hear({ 17: 'PA_hidden', ...part('s1', 0, 'Hello.') });
    expect(said()).toEqual(['Ada: Hello.']);
  });
});

describe('what waits', () => {
  const bytes = (size: number): ProtoFields => ({ ...by('ben'), 2: { 2: new Uint8Array(size) } });
  const early = { ...by('agent'), ...aHeader('m1', {}, { ...ofChat, 11: 'Early.' }) };

  it.each([
    ['packets', 501, 1],
    ['bytes', 8, 600_000],
  ])('is bounded in %s: whoever sends more is held no more, and the others are', async (_, count, size) => {
    await hear(early);
    for (let number = 0; number < count; number += 1) await hear(bytes(size));
    expect(passed).toEqual(Array.from({ length: count }, () => 'ben'));
    await hear({ ...by('agent'), ...aHeader('m2', {}, { ...ofChat, 11: 'Early too.' }) });
    await comes('agent');
    expect(written()).toEqual(['Agent: Early.', 'Agent: Early too.']);
  });

  it.each([
    ['packets', 500, 1],
    ['bytes', 2, 500_000],
  ])('leaves room for others, however near its bound somebody is in %s', async (_, count, size) => {
    for (let number = 0; number < count; number += 1) await hear(bytes(size));
    await hear(early);
    expect(passed).toEqual([]);
    await comes('agent');
    expect(written()).toEqual(['Agent: Early.']);
  });

  it('is of 500 at most: who comes after them is held no more, and they are', async () => {
    for (let number = 0; number < 500; number += 1) await hear({ ...bytes(1), ...by(`guest${number}`) });
    expect(passed).toEqual([]);
    await hear(early);
    expect(passed).toEqual(['agent']);
  });

  it('outlives what breaks its reader', async () => {
    const breaking = createEarlyPackets(
      () => true,
      async ({ sender }) => {
        passed.push(sender.identity);
        throw new Error('broken');
      },
    );
    const message = ProtoMessage.read(proto(early));
    for (const identity of ['ada', 'ben'])
      if (message) await breaking.hear({ sender: { from: 'other', identity, sid: 'PA_1' }, message, size: 1 });
    expect(passed).toEqual(['ada', 'ben']);
  });
});
