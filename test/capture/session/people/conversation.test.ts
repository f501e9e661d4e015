import { describe, expect, it } from 'vitest';
import type { CaptionView, MessageView } from '../../../../lib/capture/platforms/platform.ts';
import { createCaptionReader, createChatReader } from '../../../../lib/capture/session/people/conversation.ts';

const caption = (changes: Partial<CaptionView> = {}): CaptionView => ({
  id: 'c1',
  speaker_id: 'a',
  speaker_name: 'ada (guest)',
  start_ms: 1_000,
  duration_ms: 800,
  is_final: true,
  text: ' Good morning. ',
  ...changes,
});
const ada = {
  id: 'a',
  name: 'Ada',
  is_host: true,
  is_self: false,
  has_camera: false,
  is_sharing: false,
  joined_at_ms: null,
};
const roster = { find: (id: string) => (id === 'a' ? ada : undefined) };

describe('captions', () => {
  it('become an utterance each, under the name and role of the tile', () => {
    const read = createCaptionReader(roster);
    expect(read([caption()])).toEqual([
      {
        speaker_name: 'Ada',
        speaker_uuid: 'a',
        speaker_user_uuid: null,
        speaker_is_host: true,
        timestamp_ms: 1_000,
        duration_ms: 800,
        transcription: { transcript: 'Good morning.' },
      },
    ]);
  });

  it('count once they are final, and only once', () => {
    const read = createCaptionReader(roster);
    expect(read([caption({ is_final: false, text: 'Good' })])).toEqual([]);
    expect(read([caption()])).toHaveLength(1);
    expect(read([caption(), caption({ id: 'c2' })])).toHaveLength(1);
  });

  it('keep the name that the caption gives when the speaker has left, and are dropped when empty', () => {
    const read = createCaptionReader(roster);
    expect(read([caption({ speaker_id: 'gone', speaker_name: 'Cy' }), caption({ id: 'c3', text: ' ' })])).toMatchObject(
      [{ speaker_name: 'Cy', speaker_is_host: false }],
    );
  });
});

describe('captions that an earlier worker has reported', () => {
  it('are not told again, whatever they are called now', () => {
    const reported = createCaptionReader(roster)([caption()]);
    const read = createCaptionReader(roster, reported);
    expect(read([caption({ id: 'c9' })])).toEqual([]);
    expect(read([caption({ id: 'c10', start_ms: 2_000 })])).toHaveLength(1);
  });
});

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
    const [first, second] = [createChatReader(bot, roster), createChatReader(bot, roster)];
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
        sender_user_uuid: null,
        additional_data: {},
      },
    ]);
    expect(first([message], people)).toEqual([]);
    expect(second([message], people)).toEqual(messages);
    expect(createChatReader(bot, roster, messages)([message], people)).toEqual([]);
  });

  it('tells a message again whenever its text has changed, under the same id', () => {
    const read = createChatReader(bot, roster);
    const [told] = read([message], people);
    const edited = { ...message, text: 'Hello!', edited_at_ms: message.timestamp_ms + 5_000 };
    const again = { ...told, text: 'Hello!', additional_data: { edited_at_ms: message.timestamp_ms + 5_000 } };
    expect(read([edited], people)).toEqual([again]);
    expect(read([edited], people)).toEqual([]);
    expect(read([message], people)).toEqual([told]);
    expect(createChatReader(bot, roster, told && [told])([edited], people)).toEqual([again]);
  });

  it.each([
    ['everyone', 'everyone'],
    ['everyone_but_host', 'everyone_but_host'],
    ['self', 'specific_user'],
    ['b', 'specific_user'],
  ])('says of a message to %s that it is for %s', (to, said) => {
    expect(createChatReader(bot, roster)([{ ...message, to }], people)).toMatchObject([{ to: said }]);
  });

  it('leaves out what the bot writes, and what an earlier page of it wrote', () => {
    const read = createChatReader(bot, roster);
    const own = { ...message, id: 'm2', sender_id: 'self', sender_name: 'Notes' };
    const earlier = { ...message, id: 'm3', sender_id: 'ghost', sender_name: 'Notes' };
    expect(read([own, earlier], people)).toEqual([]);
    expect(read([own], [ada])).toEqual([]);
  });
});
