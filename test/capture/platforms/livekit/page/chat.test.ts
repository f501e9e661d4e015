import { deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLiveKitChat, type LiveKitChat } from '../../../../../lib/capture/platforms/livekit/page/chat.ts';
import { type ProtoFields, proto } from '../../../../lab/builders/proto.ts';
import { hearPacket } from './packets.ts';

const people = [
  { identity: 'bot', name: 'Notes' },
  { identity: 'ada', name: 'Ada' },
  { identity: 'ben', name: 'Ben' },
  { identity: 'agent', name: 'Agent' },
];

let now_ms: number;
let chat: LiveKitChat;
beforeEach(() => {
  now_ms = 1_000;
  const find = (sid: string) => people.find(({ identity }) => sid === `PA_${identity}`);
  chat = createLiveKitChat({ self: people[0], members: people, find }, () => now_ms);
});

const aHeader = (id: string, more: ProtoFields = {}): ProtoFields => ({ 1: id, 2: 5, 3: 'lk.chat', 9: {}, ...more });
const packet = (identity: string, fields: ProtoFields): Uint8Array => proto({ 4: identity, ...fields });
const whole = (identity: string, id: string, text: string, more: ProtoFields = {}): Uint8Array =>
  packet(identity, { 13: aHeader(id, { 11: text, ...more }) });
const texts = (): string[] => chat.messages.map(({ text }) => text);

describe('the chat of a LiveKit meeting', () => {
  it('has what comes in one packet, with who wrote it, and when it came', async () => {
    await hearPacket(chat, 'other', whole('ada', 'm1', 'At noon'));
    expect(chat.messages).toEqual([
      {
        id: 'ada m1',
        sender_id: 'ada',
        sender_name: 'Ada',
        to: 'everyone',
        timestamp_ms: 1_000,
        edited_at_ms: null,
        text: 'At noon',
      },
    ]);
  });

  it('has what comes in parts once all of it is there, whoever writes at the same time', async () => {
    const bytes = new TextEncoder().encode('Grüße');
    await hearPacket(chat, 'other', packet('ada', { 13: aHeader('m1') }));
    await hearPacket(chat, 'other', packet('ben', { 13: aHeader('m2') }));
    // A letter of two bytes is cut in two.
    await hearPacket(chat, 'other', packet('ada', { 14: { 1: 'm1', 3: bytes.slice(0, 3) } }));
    await hearPacket(chat, 'other', packet('ben', { 14: { 1: 'm2', 3: 'Hello' } }));
    expect(texts()).toEqual([]);
    await hearPacket(chat, 'other', packet('ben', { 15: { 1: 'm2' } }));
    await hearPacket(chat, 'other', packet('ada', { 14: { 1: 'm1', 2: 1, 3: bytes.slice(3) } }));
    await hearPacket(chat, 'other', packet('ada', { 15: { 1: 'm1' } }));
    expect(texts()).toEqual(['Hello', 'Grüße']);
  });

  it('says where others encrypt what they send, which it does not read', async () => {
    await hearPacket(chat, 'other', whole('ada', 'm1', 'At noon'));
    await hearPacket(chat, 'page', packet('', { 18: { 1: 1, 4: 'sealed' } }));
    expect(chat.isEncrypted).toBe(false);
    await hearPacket(chat, 'other', packet('ada', { 18: { 1: 1, 2: 'iv', 4: 'sealed' } }));
    expect([chat.isEncrypted, texts()]).toEqual([true, ['At noon']]);
  });

  it('has what is packed, and never more of it than is read', async () => {
    const packed = (text: string): ProtoFields => ({ 11: new Uint8Array(deflateRawSync(text)), 12: 1 });
    await hearPacket(chat, 'other', packet('ada', { 13: aHeader('m1', packed('again and again')) }));
    await hearPacket(chat, 'other', packet('ada', { 13: aHeader('m2', packed('x'.repeat(3_000_000))) }));
    expect(texts()[0]).toBe('again and again');
    expect(texts()[1]?.length).toBeLessThan(200_000);
  });

  it('shows what somebody changes in its place, and lets nobody change what another one wrote', async () => {
    await hearPacket(chat, 'other', whole('ada', 'm1', 'At noon'));
    await hearPacket(chat, 'other', whole('ben', 'm1', 'Never'));
    now_ms = 2_000;
    await hearPacket(chat, 'other', whole('ada', 'm1', 'At one'));
    expect(chat.messages).toMatchObject([
      { text: 'At one', timestamp_ms: 1_000, edited_at_ms: 2_000 },
      { text: 'Never', sender_id: 'ben', edited_at_ms: null },
    ]);
  });

  it('lets nobody add to what another one is writing, or end it, or begin it anew', async () => {
    await hearPacket(chat, 'other', packet('ada', { 13: aHeader('m1') }));
    await hearPacket(chat, 'other', packet('ben', { 13: aHeader('m1') }));
    await hearPacket(chat, 'other', packet('ada', { 14: { 1: 'm1', 3: 'At ' } }));
    await hearPacket(chat, 'other', packet('ben', { 14: { 1: 'm1', 3: 'Never' } }));
    await hearPacket(chat, 'other', packet('ben', { 15: { 1: 'm1' } }));
    await hearPacket(chat, 'other', packet('ada', { 14: { 1: 'm1', 2: 1, 3: 'noon' } }));
    await hearPacket(chat, 'other', packet('ada', { 15: { 1: 'm1' } }));
    expect(chat.messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([
      ['ben', 'Never'],
      ['ada', 'At noon'],
    ]);
  });

  it('has what an agent writes in the name of another, which it begins in that name and goes on with in its own', async () => {
    const connection = { 17: 'PA_agent' };
    await hearPacket(chat, 'other', packet('ada', { ...connection, 13: aHeader('m1') }));
    await hearPacket(chat, 'other', packet('ben', { 17: 'PA_ben', 14: { 1: 'm1', 3: 'Never' } }));
    await hearPacket(chat, 'other', packet('agent', { ...connection, 14: { 1: 'm1', 3: 'At noon' } }));
    await hearPacket(chat, 'other', packet('agent', { ...connection, 15: { 1: 'm1' } }));
    expect(chat.messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([['ada', 'At noon']]);
  });

  it.each(['ada', 'PA_ada', 'PA_agent', ''])(
    'lets nobody add to what another one is writing by naming the connection %j, on a server that passes that on',
    async (named) => {
      for (const connection of [{}, { 17: 'PA_agent' }]) {
        await hearPacket(chat, 'other', packet('ada', { ...connection, 13: aHeader('m1') }));
        await hearPacket(chat, 'other', packet('ben', { 17: named, 14: { 1: 'm1', 3: 'Never' } }));
        await hearPacket(chat, 'other', packet('ben', { 17: named, 15: { 1: 'm1' } }));
        expect(texts()).toEqual([]);
      }
    },
  );

  it('is told as far as it came where a part is missing, and once where one comes twice', async () => {
    await hearPacket(chat, 'other', packet('ada', { 13: aHeader('m1') }));
    for (const [number, text] of [
      [0, 'At '] as const,
      [0, 'At '] as const,
      [1, 'noon'] as const,
      [3, 'sharp'] as const,
    ])
      await hearPacket(chat, 'other', packet('ada', { 14: { 1: 'm1', 2: number, 3: text } }));
    await hearPacket(chat, 'other', packet('ada', { 15: { 1: 'm1' } }));
    expect(texts()).toEqual(['At noon']);
  });

  it('takes what comes twice for no change', async () => {
    for (now_ms of [1_000, 2_000]) await hearPacket(chat, 'other', whole('ada', 'm1', 'At noon'));
    expect(chat.messages).toMatchObject([{ timestamp_ms: 1_000, edited_at_ms: null }]);
  });

  it("has the bot's own messages, as the page sends them", async () => {
    await hearPacket(chat, 'page', proto({ 13: aHeader('m1', { 11: 'Hello' }) }));
    expect(chat.messages).toMatchObject([{ sender_id: 'bot', sender_name: 'Notes', text: 'Hello' }]);
  });

  it('has what older pages write, and once what newer ones write in both ways', async () => {
    const older = (content: object): ProtoFields => ({ 2: { 4: 'lk-chat-topic', 2: JSON.stringify(content) } });
    await hearPacket(chat, 'other', packet('ada', older({ id: 'm1', timestamp: 5, message: 'As ever' })));
    await hearPacket(chat, 'other', whole('ben', 'm2', 'New'));
    await hearPacket(chat, 'other', packet('ben', older({ id: 'm2', message: 'New', ignoreLegacy: true })));
    await hearPacket(chat, 'other', packet('ada', { 9: { 1: 'm3', 4: 'From a phone' } }));
    expect(texts()).toEqual(['As ever', 'New', 'From a phone']);
  });

  it('has what older servers pass on, which name its sender elsewhere, and what is changed in older pages', async () => {
    const older = (topic: string, message: string): Uint8Array =>
      proto({ 2: { 2: JSON.stringify({ id: 'm1', message }), 4: topic, 5: 'ada' } });
    await hearPacket(chat, 'other', older('lk-chat-topic', 'At noon'));
    now_ms = 2_000;
    await hearPacket(chat, 'other', older('lk-chat-update-topic', 'At one'));
    expect(chat.messages).toMatchObject([
      { sender_id: 'ada', text: 'At one', timestamp_ms: 1_000, edited_at_ms: 2_000 },
    ]);
  });

  it.each([
    ['of another topic', packet('ada', { 13: aHeader('m1', { 3: 'lk.transcription', 11: 'Words' }) })],
    ['of bytes', packet('ada', { 13: { 1: 'm1', 3: 'lk.chat', 10: { 1: 'photo.png' }, 11: 'Words' } })],
    ['that is a reaction', whole('ada', 'm1', 'x', { 9: { 1: 3 } })],
    ['that is packed in an unknown way', whole('ada', 'm1', 'x', { 12: 9 })],
    ['of somebody who is not there', whole('eve', 'm1', 'Hello')],
    ['of nobody', proto({ 13: aHeader('m1', { 11: 'Hello' }) })],
    ['of another kind of data', packet('ada', { 2: { 4: 'cursor', 2: '{"message":"Hello"}' } })],
  ])('has nothing %s', async (_, bytes) => {
    await hearPacket(chat, 'other', bytes);
    expect(chat.messages).toEqual([]);
  });

  it('outlives what is broken', async () => {
    const broken = [
      Uint8Array.of(1, 2, 3),
      packet('ada', { 2: { 4: 'lk-chat-topic', 2: 'no JSON' } }),
      whole('ada', 'm1', 'not packed', { 12: 1 }),
    ];
    for (const bytes of broken) await hearPacket(chat, 'other', bytes).catch(() => undefined);
    await hearPacket(chat, 'other', whole('ada', 'm2', 'Still here'));
    expect(texts()).toEqual(['Still here']);
  });

  it('keeps the newest of very many', async () => {
    for (let number = 0; number < 400; number += 1)
      await hearPacket(chat, 'other', whole('ada', `m${number}`, `${number}`));
    expect([texts().length, texts()[0], texts().at(-1)]).toEqual([300, '100', '399']);
  });
});
