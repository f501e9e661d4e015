import { describe, expect, it } from 'vitest';
import { createTeamsChat } from '../../../../../../lib/capture/platforms/teams/page/chat/chat.ts';
import { threadIn } from '../../../../../../lib/capture/platforms/teams/page/chat/chat-wire.ts';

const meeting = '19:meeting_abc@thread.v2';
const link = (thread: string) => `https://emea.ng.msg.teams.microsoft.com/v1/users/ME/conversations/${thread}`;
const pushed = (clientmessageid: string, content: string, more: object = {}) => ({
  time: '2026-11-22T12:00:00Z',
  type: 'EventMessage',
  resourceType: 'NewMessage',
  resource: {
    id: `1795348800${clientmessageid.padStart(3, '0')}`,
    clientmessageid,
    from: 'https://emea.ng.msg.teams.microsoft.com/v1/users/ME/contacts/8:orgid:ada',
    content,
    messagetype: 'RichText/Html',
    imdisplayname: 'Ada',
    originalarrivaltime: '2026-11-22T12:00:00Z',
    conversationLink: link(meeting),
    ...more,
  },
});
const batched = (clientMessageId: string, content: string, more: object = {}) => ({
  chatServiceBatchEvent: [
    { message: { clientMessageId, content, from: '8:orgid:ada', messageType: 'Text', imDisplayName: 'Ada', ...more } },
  ],
});
const world = () => {
  const chat = createTeamsChat(
    () => undefined,
    () => undefined,
    () => Date.parse('2026-11-22T12:00:00Z'),
  );
  const texts = () => chat.messages.map(({ sender_name, text }) => `${sender_name}: ${text}`);
  return { chat, texts };
};

describe('chat that is pushed to a Teams page itself', () => {
  it('is told once, with what is changed of it, one by one or several at once', () => {
    const { chat, texts } = world();
    chat.hear(pushed('1', '<p>At noon</p>'));
    chat.hear(batched('1', 'At noon'));
    chat.hear({ eventMessages: [pushed('2', 'Yes'), pushed('3', 'No')] });
    chat.hear({ ...pushed('3', 'Maybe'), resourceType: 'MessageUpdate' });
    expect(texts()).toEqual(['Ada: At noon', 'Ada: Yes', 'Ada: Maybe']);
  });

  it.each([
    { ...pushed('1', 'x'), resourceType: 'ThreadUpdate' },
    { ...pushed('1', 'x'), type: 'Other' },
    { ...pushed('1', 'x'), resource: 4 },
    { eventMessages: 'none' },
  ])('is nothing else that is pushed: %j', (content) => {
    const { chat, texts } = world();
    chat.hear(content);
    expect(texts()).toEqual([]);
  });

  it('is of the meeting’s thread, once that is known', () => {
    const { chat, texts } = world();
    chat.isOf(meeting);
    const other = '19:someone_else@unq.gbl.spaces';
    chat.hear(pushed('1', 'Ours', { conversationLink: `${link(meeting)};messageid=4` }));
    chat.hear(pushed('2', 'Theirs', { conversationLink: link(other) }));
    chat.hear(batched('3', 'Theirs', { conversationId: other }));
    chat.hear(batched('4', 'Ours too', { threadId: meeting }));
    chat.hear(batched('5', 'Nobody knows whose'));
    expect(texts()).toEqual(['Ada: Ours', 'Ada: Ours too', 'Ada: Nobody knows whose']);
  });

  it('has its thread told with the conversation', () => {
    expect(threadIn({ activeModalities: { groupChat: { threadId: meeting } } })).toBe(meeting);
    expect(threadIn({ conversation: { activeModalities: { groupChat: null } } })).toBeUndefined();
    expect(threadIn(undefined)).toBeUndefined();
  });
});
