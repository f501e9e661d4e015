import { deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLiveKitCaptions,
  type LiveKitCaptions,
} from '../../../../../lib/capture/platforms/livekit/page/captions.ts';
import { createLiveKitRoster, type LiveKitSocket } from '../../../../../lib/capture/platforms/livekit/page/roster.ts';
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';
import { aHeader, aMember, by, end, hearPacket, ofAgent, packetOf, part, segmentOf } from './packets.ts';

const ada = aMember('ada');

let now_ms: number;
let socket: LiveKitSocket;
let captions: LiveKitCaptions;
let count = 0;

beforeEach(() => {
  now_ms = 100_000;
  const roster = createLiveKitRoster();
  socket = roster.connect();
  const others = [ada, aMember('ben'), aMember('agent', ofAgent)];
  socket.hear('other', proto({ 1: { 2: aMember('bot'), 3: others } }));
  captions = createLiveKitCaptions(roster, () => now_ms);
});

const hear = (fields: ProtoFields, from: 'page' | 'other' = 'other'): Promise<void> =>
  hearPacket(captions, from, proto(fields));
/** A text as an agent sends it of somebody else: in that one's name the header, in its own the rest. */
const write = async (
  text: string,
  attributes: Record<string, string>,
  writer = 'agent',
  inTheNameOf = 'ada',
): Promise<void> => {
  count += 1;
  const id = `stream${count}`;
  await hear({ ...by(writer, inTheNameOf), ...aHeader(id, attributes) });
  await hear({ ...by(writer), ...part(id, 0, text) });
  await hear({ ...by(writer), ...end(id) });
};
const texts = () => captions.captions.map(({ speaker_name, text, is_final }) => [speaker_name, text, is_final]);

describe('what an agent writes down in a LiveKit meeting', () => {
  it('is told under the name of whoever says it, each text in place of the one before, until it is final', async () => {
    await write('Good', segmentOf('SG_1', false));
    now_ms += 2_000;
    await write('Good morning.', segmentOf('SG_1', true));
    await write('Good mourning.', segmentOf('SG_1', false));
    expect(captions.captions).toEqual([
      {
        id: 'sid:PA_agent SG_1',
        speaker_id: 'ada',
        speaker_name: 'Ada',
        start_ms: 98_500,
        duration_ms: 3_500,
        is_final: true,
        text: 'Good morning.',
      },
    ]);
  });

  it('is of whose track it is, where the agent sends it in its own name', async () => {
    await write('Hello.', { ...segmentOf('SG_1', true), 'lk.transcribed_track_id': 'TR_ben' }, 'agent', 'agent');
    await write('Fire!', { ...segmentOf('SG_2', true), 'lk.transcribed_track_id': 'TR_ben' });
    expect(texts()).toEqual([
      ['Ben', 'Hello.', true],
      ['Ada', 'Fire!', true],
    ]);
  });

  it('of the agent itself is the agent’s, goes on word by word, and is final at its end', async () => {
    const grüße = new TextEncoder().encode('Grüße');
    await hear({ ...by('agent'), ...aHeader('s1', segmentOf('SG_1', false)) });
    await hear({ ...by('agent'), ...part('s1', 0, grüße.slice(0, 3)) });
    await hear({ ...by('agent'), ...part('s1', 1, grüße.slice(3)) });
    await hear({ ...by('agent'), ...part('s1', 2, ' an alle') });
    expect(texts()).toEqual([['Agent', 'Grüße an alle', false]]);
    await hear({ ...by('agent'), ...end('s1') });
    expect(texts()).toEqual([['Agent', 'Grüße an alle', true]]);
  });

  it('is final where the end of its stream says so, and where nothing more of it comes', async () => {
    await hear({ ...by('agent'), ...aHeader('s1', segmentOf('SG_1', false)) });
    await hear({ ...by('agent'), ...part('s1', 0, 'Yes.') });
    await hear({ ...by('agent'), ...end('s1', { 'lk.transcription_final': 'true' }) });
    await write('No', segmentOf('SG_2', false));
    expect(texts().map(([, , isFinal]) => isFinal)).toEqual([true, false]);
    now_ms += 10_000;
    expect(texts().map(([, , isFinal]) => isFinal)).toEqual([true, true]);
  });

  it('may be in one packet, packed, or lines with times', async () => {
    const inline = (id: string, text: string | Uint8Array, more: ProtoFields = {}) =>
      hear({ ...by('agent', 'ada'), ...aHeader(id, segmentOf(id, true), { 11: text, ...more }) });
    await inline('SG_1', 'One');
    await inline('SG_2', new Uint8Array(deflateRawSync('Two')), { 12: 1 });
    await inline('SG_3', '{"text":"Thr","start_time":1.5}\n{"text":"ee"}\n');
    await inline('SG_4', '{"no": "lines"}');
    await inline('SG_5', '{braces}');
    await inline('SG_6', new Uint8Array(deflateRawSync('x'.repeat(3_000_000))), { 12: 1 });
    expect(texts().map(([, text]) => text)).toEqual([
      'One',
      'Two',
      'Three',
      '{"no": "lines"}',
      '{braces}',
      'x'.repeat(10_000),
    ]);
  });

  it('without a segment is a piece for each stream', async () => {
    await write('One', {});
    await write('Two', {});
    expect(texts()).toEqual([
      ['Ada', 'One', true],
      ['Ada', 'Two', true],
    ]);
  });

  it('without a segment ends what was open, where the agent says that it is final, and is of one piece to its end', async () => {
    const last = { 'lk.transcription_final': 'true' };
    await write('A good mourning every', segmentOf('SG_1', false));
    await write('Aside.', {});
    await write('Well, a good morning everybody.', last);
    await write('So', segmentOf('SG_2', false));
    now_ms += 1_999;
    await hear({ ...by('agent', 'ada'), ...aHeader('s1', last) });
    await hear({ ...by('agent'), ...part('s1', 0, 'No') });
    now_ms += 1;
    for (const more of [part('s1', 1, '.'), end('s1')]) await hear({ ...by('agent'), ...more });
    await write('So what?', last);
    expect(texts()).toEqual([
      ['Ada', 'Well, a good morning everybody.', true],
      ['Ada', 'Aside.', true],
      ['Ada', 'No.', true],
      ['Ada', 'So what?', true],
    ]);
  });

  it('is of whose track it was, where that is not sent any more, and of nobody while it is not known whose it is', async () => {
    const track = (sid: string) => ({ 'lk.transcribed_track_id': sid });
    socket.hear('other', proto({ 5: { 1: [{ ...ada, 4: [] }] } }));
    await write('Hello.', { ...segmentOf('SG_1', true), ...track('TR_ada') }, 'agent', 'agent');
    await write('Who?', { ...segmentOf('SG_2', true), ...track('TR_new') }, 'agent', 'agent');
    await write('I.', { ...segmentOf('SG_3', true), ...track('a name of its own') }, 'agent', 'agent');
    expect(texts()).toEqual([
      ['Ada', 'Hello.', true],
      ['Agent', 'I.', true],
    ]);
    await hear({ ...by('agent'), ...aHeader('s1', { ...segmentOf('SG_4', true), ...track('TR_new') }) });
    socket.hear('other', proto({ 5: { 1: [{ ...ada, 4: [{ 1: 'TR_new', 9: 2 }] }] } }));
    await hear({ ...by('agent'), ...part('s1', 0, 'Me.') });
    expect(texts().at(-1)).toEqual(['Ada', 'Me.', false]);
  });

  it('keeps the name of who has left, where it was known', async () => {
    await write('I must', segmentOf('SG_1', false));
    socket.hear('other', proto({ 5: { 1: [{ ...ada, 3: 3 }] } }));
    await write('I must go.', segmentOf('SG_1', true));
    await write('Bye', segmentOf('SG_2', true));
    expect(captions.captions).toMatchObject([
      { speaker_id: 'ada', speaker_name: 'Ada', text: 'I must go.' },
      { speaker_id: 'ada', speaker_name: 'ada', text: 'Bye' },
    ]);
  });

  it('is believed of an agent whom nobody sees, as the server lets nobody else write in the name of another', async () => {
    await hear({ ...by('hidden', 'ada'), ...aHeader('s1', segmentOf('SG_1', true)) });
    await hear({ 17: 'PA_hidden', ...part('s1', 0, 'Hello.') });
    await hear({ 17: 'PA_hidden', ...end('s1') });
    expect(texts()).toEqual([['Ada', 'Hello.', true]]);
  });
});

describe('what looks like it, and is not believed', () => {
  it.each([
    ['by somebody who is no agent', by('ben')],
    ['by somebody who names another', by('ben', 'ada')],
    ['by somebody of whom nobody knows', by('eve')],
    ['by somebody who is hidden', { 17: 'PA_hidden' }],
    ['by somebody, on a server that names no connection', { 4: 'ben' }],
  ])('is what is written %s', async (_, sender: ProtoFields) => {
    const track = { 'lk.transcribed_track_id': 'TR_ada' };
    await hear({ ...sender, ...aHeader('s1', { ...segmentOf('SG_1', true), ...track }, { 11: 'Fire!' }) });
    expect(captions.captions).toEqual([]);
  });

  it('passes in no name but that of its writer where an older server lets them name a connection', async () => {
    const track = { 'lk.transcribed_track_id': 'TR_ada' };
    await hear({ ...by('agent', 'ben'), ...aHeader('s1', { ...segmentOf('SG_1', true), ...track }, { 11: 'Fire!' }) });
    expect(texts()).toEqual([['Ben', 'Fire!', true]]);
  });

  it.each([
    ['on a server that names no connection', { 4: 'agent' }, 'agent'],
    ['on a server that names no connection, by a track', { 4: 'agent' }, 'PA_agent'],
    ['on a server that names no connection, by the speaker', { 4: 'agent' }, 'ada'],
    ['on one that an agent names itself to', { 4: 'agent', 17: 'PA_agent' }, 'PA_agent'],
    ['in the name of another', by('agent', 'ada'), 'PA_agent'],
  ])('is what somebody adds to what an agent writes %s', async (_, agent: ProtoFields, named) => {
    const forged = { 4: 'ben', 17: named };
    const open = aHeader('s1', { ...segmentOf('SG_1', true), 'lk.transcribed_track_id': 'TR_ada' });
    await hear({ ...agent, ...open });
    await hear({ ...forged, ...open });
    await hear({ ...forged, ...part('s1', 0, 'Fire!') });
    await hear({ ...agent, ...part('s1', 0, 'Hello') });
    await hear({ ...forged, ...aHeader('s2', segmentOf('SG_1', true), { 11: 'Fire!' }) });
    await hear({ ...forged, ...end('s1', { 'lk.transcription_final': 'true' }) });
    await hear({ ...agent, ...part('s1', 1, ' there') });
    await hear({ ...agent, ...end('s1') });
    expect(texts().filter(([name]) => name !== 'Ben')).toEqual([['Ada', 'Hello there', true]]);
  });

  it('is what others add to a stream, what the bot’s page sends, another topic, or bytes', async () => {
    await hear({ ...by('agent', 'ada'), ...aHeader('s1', segmentOf('SG_1', true)) });
    await hear({ ...by('ben'), ...part('s1', 0, 'Fire!') });
    await hear({ ...by('ben'), ...end('s1') });
    await hear(aHeader('s2', segmentOf('SG_2', true), { 11: 'Fire!' }), 'page');
    await hear({ ...by('agent'), ...aHeader('s3', segmentOf('SG_3', true), { 3: 'lk.chat', 11: 'Fire!' }) });
    await hear({ ...by('agent'), 13: { 1: 's4', 3: 'lk.transcription', 10: { 1: 'x.png' }, 11: 'Fire!' } });
    expect(captions.captions).toEqual([]);
  });
});

describe('a stream', () => {
  const begin = () => hear({ ...by('agent', 'ada'), ...aHeader('s1', segmentOf('SG_1', true)) });
  const comes = (number: number, text: string) => hear({ ...by('agent'), ...part('s1', number, text) });

  it('is told as far as it came where a part is missing, and once where one comes twice', async () => {
    await begin();
    for (const [number, text] of [
      [0, 'One '],
      [0, 'One '],
      [1, 'two '],
      [3, 'four'],
      [2, 'three '],
    ] as const)
      await comes(number, text);
    await hear({ ...by('agent'), ...end('s1') });
    expect(texts()).toEqual([['Ada', 'One two', true]]);
  });

  it('goes on behind a part in which there is nothing', async () => {
    await begin();
    await comes(0, 'One ');
    await hear({ ...by('agent'), 14: { 1: 's1', 2: 1 } });
    await comes(2, 'two');
    expect(texts()).toEqual([['Ada', 'One two', false]]);
  });

  it('that has not begun, is broken, or never ends, breaks nothing', async () => {
    await comes(0, 'early');
    await hear({ ...by('agent'), ...end('s1') });
    for (const bytes of [Uint8Array.of(255, 255), proto({ ...by('agent'), 13: Uint8Array.of(255) })])
      await hearPacket(captions, 'other', bytes);
    const bomb = aHeader('s2', segmentOf('SG_2', true), { 11: 'not packed', 12: 1 });
    await hear({ ...by('agent', 'ada'), ...bomb }).catch(() => undefined);
    await begin();
    for (let number = 0; number < 200; number += 1) await comes(number, 'x'.repeat(1_000));
    expect(texts()).toEqual([['Ada', 'x'.repeat(10_000), false]]);
    await write('Still here', segmentOf('SG_3', true));
    expect(texts().at(-1)).toEqual(['Ada', 'Still here', true]);
  });

  it('of very many is forgotten, and so are captions that no view holds', async () => {
    await begin();
    for (let number = 0; number < 60; number += 1)
      await hear({ ...by('agent', 'ada'), ...aHeader(`t${number}`, segmentOf(`t${number}`)) });
    await comes(0, 'forgotten');
    for (let number = 0; number < 250; number += 1) await write(`${number}`, segmentOf(`SG_${number}`, true));
    expect([captions.captions.length, texts()[0]?.[1], texts().at(-1)?.[1]]).toEqual([200, '50', '249']);
  });
});

describe('what an agent sends in packets, as before text streams', () => {
  const settle = () => {
    now_ms += 2_000;
  };

  it('is told once nothing of it comes by text streams', async () => {
    await hear(packetOf('agent', 'ada', ['SG_1', 'Good']));
    now_ms += 1_000;
    await hear(packetOf('agent', 'ada', ['SG_1', 'Good morning.', true], ['SG_2', 'How']));
    expect(texts()).toEqual([]);
    settle();
    expect(texts()).toEqual([
      ['Ada', 'Good morning.', true],
      ['Ada', 'How', false],
    ]);
    expect(captions.captions[0]).toMatchObject({ start_ms: 98_500, duration_ms: 2_500 });
  });

  it('is not told where the agent sends text streams as well', async () => {
    await hear(packetOf('agent', 'ada', ['SG_1', 'Hello.', true]));
    await write('Hello.', segmentOf('SG_2', true));
    settle();
    await hear(packetOf('agent', 'ada', ['SG_3', 'Hello?', true]));
    settle();
    expect(texts()).toEqual([['Ada', 'Hello.', true]]);
  });

  it('is told of those of whom the agent sends no text streams', async () => {
    await write('Hello.', segmentOf('SG_1', true));
    await hear(packetOf('agent', 'ada', ['SG_2', 'Hello.', true]));
    await hear(packetOf('agent', 'ben', ['SG_3', 'Good morning.', true]));
    settle();
    expect(texts()).toEqual([
      ['Ada', 'Hello.', true],
      ['Ben', 'Good morning.', true],
    ]);
  });

  it('is of whose track it is, where nobody is named', async () => {
    await hear(packetOf('agent', '', ['SG_1', 'Hello.', true]));
    settle();
    expect(texts()).toEqual([['Ada', 'Hello.', true]]);
  });

  it('is kept of whoever still sends, however many others have', async () => {
    const others = Array.from({ length: 10 }, (_, at) => `agent${at}`);
    socket.hear('other', proto({ 5: { 1: others.map((identity) => aMember(identity, ofAgent)) } }));
    await hear(packetOf('agent', 'ada', ['SG_1', 'One', true]));
    for (const other of others) {
      await hear(packetOf(other, other, ['SG_1', 'Hello.', true]));
      await hear(packetOf('agent', 'ada', ['SG_2', 'two', true]));
    }
    settle();
    expect(texts()).toContainEqual(['Ada', 'One', true]);
  });

  it('is believed of agents alone, and of whom nobody sees, of whom the server passes on none that is no agent', async () => {
    await hear(packetOf('ben', 'ada', ['SG_1', 'Fire!', true]));
    await hear(packetOf('eve', 'ada', ['SG_1', 'Fire!', true]));
    await hear(packetOf('agent', 'ada', ['SG_1', 'Fire!', true]), 'page');
    await hear({ ...packetOf('hidden', 'ada', ['SG_1', 'Hello.', true]), 4: '' });
    settle();
    expect(texts()).toEqual([['Ada', 'Hello.', true]]);
  });
});

describe('two agents that listen to the same person', () => {
  beforeEach(() => {
    socket.hear('other', proto({ 5: { 1: [aMember('second', ofAgent)] } }));
  });
  const says = (writer: string, segment: string, text: string, whose = 'ada') =>
    write(text, segmentOf(segment, true), writer, whose);

  it('tell what is said once, and each of those alone to whom it listens alone', async () => {
    await says('agent', 'SG_1', 'Hello.');
    await says('second', 'SG_2', 'Hallo.');
    await hear(packetOf('second', 'ada', ['SG_3', 'Hallo.', true]));
    await says('second', 'SG_4', 'Yes?', 'ben');
    now_ms += 9_000;
    await says('agent', 'SG_5', 'It is me.');
    await says('second', 'SG_6', 'It’s me.');
    expect(texts().map(([name, text]) => `${name}: ${text}`)).toEqual(['Ada: Hello.', 'Ben: Yes?', 'Ada: It is me.']);
  });

  it('follow each other, where one writes nothing any more, or has left', async () => {
    await says('agent', 'SG_1', 'One');
    now_ms += 10_000;
    await says('second', 'SG_2', 'two');
    await says('agent', 'SG_3', 'too');
    socket.hear('other', proto({ 5: { 1: [aMember('second', { ...ofAgent, 3: 3 })] } }));
    await says('agent', 'SG_4', 'three');
    expect(texts().map(([, text]) => text)).toEqual(['One', 'two', 'three']);
  });
});
