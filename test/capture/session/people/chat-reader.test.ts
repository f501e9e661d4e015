import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../../../lib/capture/meeting/view.ts';
import { createChatReader } from '../../../../lib/capture/session/people/chat-reader.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

const ada = aParticipant('Ada', { id: 'a', user_uuid: 'user-a', is_host: true });
const find = (id: string) => (id === 'a' ? ada : undefined);
const known = { roster: { find }, people: { find } };

describe('chat', () => {
  const message: MessageView = {
    id: 'm1',
    sender_id: 'a',
    sender_name: 'Ada',
    to: 'everyone',
    timestamp_ms: 1_795_172_806_071,
    edited_at_ms: null,
    text: 'Hello',
  };

  const bot = { bot_id: 'bot_1', bot_name: 'Notes' };
  const self = { ...ada, id: 'self', name: 'Notes', is_self: true };
  const people = [self, ada];

  it('tells each message once, with the same id in whichever worker', () => {
    const [first, second] = [createChatReader(bot, known), createChatReader(bot, known)];
    const messages = first([message, message], people);
    expect(messages).toEqual([
      {
        id: expect.stringMatching(/^msg_[0-9A-Z]{26}$/),
        text: 'Hello',
        timestamp: 1_795_172_806,
        timestamp_ms: '1795172806071',
        to: 'everyone',
        sender_name: 'Ada',
        sender_uuid: 'a',
        sender_user_uuid: 'user-a',
        additional_data: {},
      },
    ]);
    expect(first([message], people)).toEqual([]);
    expect(second([message], people)).toEqual(messages);
    expect(createChatReader(bot, known, messages)([message], people)).toEqual([]);
  });

  it('tells a message again whenever its text has changed, under the same id', () => {
    const read = createChatReader(bot, known);
    const [told] = read([message], people);
    const edited = { ...message, text: 'Hello!', edited_at_ms: message.timestamp_ms + 5_000 };
    const again = { ...told, text: 'Hello!', additional_data: { edited_at_ms: message.timestamp_ms + 5_000 } };
    expect(read([edited], people)).toEqual([again]);
    expect(read([edited], people)).toEqual([]);
    expect(read([message], people)).toEqual([told]);
    expect(createChatReader(bot, known, told && [told])([edited], people)).toEqual([again]);
  });

  it.each([
    ['everyone', 'everyone'],
    ['everyone_but_host', 'everyone_but_host'],
    ['self', 'specific_user'],
    ['b', 'specific_user'],
  ])('says of a message to %s that it is for %s', (to, said) => {
    expect(createChatReader(bot, known)([{ ...message, to }], people)).toMatchObject([{ to: said }]);
  });

  it('leaves out what the bot writes, and what an earlier page of it wrote', () => {
    const read = createChatReader(bot, known);
    const own = { ...message, id: 'm2', sender_id: 'self', sender_name: 'Notes' };
    const earlier = { ...message, id: 'm3', sender_id: 'ghost', sender_name: 'Notes' };
    expect(read([own, earlier], people)).toEqual([]);
    expect(read([own], [ada])).toEqual([]);
  });

  it('leaves out what the worker before wrote, whatever it was called', () => {
    const read = createChatReader({ ...bot, participant_id: 'first' }, known);
    const earlier = { ...message, id: 'm3', sender_id: 'first', sender_name: 'Minutes' };
    expect(read([earlier, message], people)).toMatchObject([{ sender_uuid: 'a' }]);
  });

  it('leaves out what an earlier page of it wrote under the name that the meeting has for it', () => {
    const read = createChatReader(bot, known);
    const earlier = { ...message, id: 'm3', sender_id: 'ghost', sender_name: 'Acme Bot' };
    expect(read([earlier, message], [{ ...self, name: 'Acme Bot' }, ada])).toMatchObject([{ sender_uuid: 'a' }]);
  });
});
