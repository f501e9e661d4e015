import { beforeEach, describe, expect, it } from 'vitest';
import {
  createJitsiChat,
  type JitsiChat,
  mayWriteTo,
  ownMessagesIn,
  refusalsIn,
} from '../../../../../lib/capture/platforms/jitsi/page/chat.ts';
import { aConference, aJitsiPage } from './a-page.ts';

const joinedMs = 10_000;
let page: ReturnType<typeof aJitsiPage>;
let chat: JitsiChat;

/** As the store has a message (react/features/chat/reducer.ts). */
const aMessage = (messageId: string, more: object = {}) => ({
  messageId,
  messageType: 'remote',
  participantId: 'bb22',
  displayName: 'Ben',
  message: `text of ${messageId}`,
  timestamp: joinedMs + 1_000,
  privateMessage: false,
  isReaction: false,
  lobbyChat: false,
  ...more,
});
const show = (...messages: readonly object[]): void => {
  page.set('chat', { messages });
  chat.look(page.state, 'aa11', joinedMs);
};

beforeEach(() => {
  page = aJitsiPage();
  chat = createJitsiChat(() => 20_000);
});

describe('the chat of a Jitsi meeting', () => {
  it('is what people write to everybody, the bot among them', () => {
    show(aMessage('m1'), aMessage('m2', { messageType: 'local', participantId: 'aa11', displayName: 'Notes' }));
    expect(chat.messages).toEqual([
      {
        id: 'bb22 m1',
        sender_id: 'bb22',
        sender_name: 'Ben',
        to: 'everyone',
        timestamp_ms: 11_000,
        edited_at_ms: null,
        text: 'text of m1',
      },
      expect.objectContaining({ id: 'aa11 m2', sender_id: 'aa11', sender_name: 'Notes' }),
    ]);
  });

  it('has what is for one person, and who that is', () => {
    show(
      aMessage('m1', { privateMessage: true, recipient: 'Notes' }),
      aMessage('m2', { messageType: 'local', participantId: 'aa11', privateMessage: true, recipientId: 'bb22' }),
    );
    expect(chat.messages.map(({ to }) => to)).toEqual(['aa11', 'bb22']);
  });

  it('has pictures that people send by their address, which newer pages keep as they keep reactions', () => {
    const gif = 'gif[https://media.example.com/wave.gif]';
    show(
      aMessage('m1', { isReaction: true, message: gif }),
      aMessage('m2', { isReaction: true, message: ':thumbs_up:' }),
    );
    expect(chat.messages.map(({ text }) => text)).toEqual([gif]);
  });

  it('leaves out what nobody wrote who can be seen, such as a transcriber, also once that has left', () => {
    const there = new Map([
      ['bb22', false],
      ['dd44', true],
    ]);
    const getParticipantById = (id: string) => there.has(id) && { isHidden: () => there.get(id) };
    page.set('base/conference', { conference: { ...aConference('standup'), getParticipantById } });
    show(aMessage('m1'), aMessage('m2', { participantId: 'dd44', displayName: 'Transcriber' }));
    there.clear();
    show(
      aMessage('m1'),
      aMessage('m2', { participantId: 'dd44', displayName: 'Transcriber' }),
      aMessage('m3', { participantId: 'cc33' }),
    );
    expect(chat.messages.map(({ text }) => text)).toEqual(['text of m1', 'text of m3']);
  });

  it('leaves out what was written before the bot came', () => {
    show(aMessage('m1', { timestamp: joinedMs - 1 }), aMessage('m2', { timestamp: joinedMs }));
    expect(chat.messages.map(({ text }) => text)).toEqual(['text of m2']);
  });

  describe('on a server whose clock is ahead of that of the bot', () => {
    const conference = aConference('standup');
    const hear = (text: string, second?: number, from = 'bb22', id?: string) => {
      const stamp = second === undefined ? null : new Date(second * 1_000).toISOString();
      conference.tell('conference.messageReceived', from, text, stamp, 'Ben', false, id);
    };
    const texts = () => {
      show(...[11, 12, 13].map((second) => aMessage(`m${second}`, { timestamp: second * 1_000 })));
      return chat.messages.map(({ text }) => text);
    };
    beforeEach(() => {
      chat.follow(conference);
      hear('text of m11', 11);
      hear('text of m12', 12);
    });

    it('leaves out what that replays, which ends with what the meeting is called', () => {
      conference.tell('conference.subjectChanged', '');
      // Such as what was written while the connection was away.
      hear('text of m13', 13);
      expect(texts()).toEqual(['text of m13']);
    });

    it('leaves out what that replays also once it is changed, and nothing that another one writes under its name', () => {
      hear('text of m14', 14, 'bb22', 'm14');
      const changed = aMessage('m14', { timestamp: 14_000, message: 'changed', isEdited: true });
      show(changed, aMessage('m14', { timestamp: 15_000, participantId: 'cc33', message: 'said now' }));
      expect(chat.messages.map(({ text }) => text)).toEqual(['said now']);
    });

    it('leaves out what that replays, which ends where somebody writes', () => {
      hear('text of m10');
      hear('text of m13', 13);
      expect(texts()).toEqual(['text of m13']);
    });
  });

  it.each([
    ['reactions', { isReaction: true }],
    ['what is said in the lobby', { lobbyChat: true }],
    ['errors', { messageType: 'error', error: {} }],
    ['what the server says', { messageType: 'system' }],
    ['what nobody has written', { participantId: '' }],
    ['nothing at all', { message: '' }],
    ['what is no text', { message: { a: 1 } }],
  ])('leaves out %s', (_, more) => {
    show(aMessage('m1', more));
    expect(chat.messages).toEqual([]);
  });

  it('tells what was changed, in its place', () => {
    show(aMessage('m1'), aMessage('m2'));
    show(aMessage('m1', { message: 'changed', isEdited: true, editedAt: 15_000 }), aMessage('m2'));
    expect(chat.messages.map(({ text, timestamp_ms, edited_at_ms }) => [text, timestamp_ms, edited_at_ms])).toEqual([
      ['changed', 11_000, 15_000],
      ['text of m2', 11_000, null],
    ]);
  });

  it('lets nobody change what somebody else wrote', () => {
    show(aMessage('m1'), aMessage('m1', { participantId: 'cc33', message: 'never said' }));
    expect(chat.messages.map(({ sender_id, text }) => [sender_id, text])).toEqual([
      ['bb22', 'text of m1'],
      ['cc33', 'never said'],
    ]);
  });

  it('takes no visitor, of whom the page knows nothing but the name, for whoever has that name as an id', () => {
    const visitor = { isFromVisitor: true, participantId: 'bb22', displayName: 'bb22' };
    show(aMessage('m1', visitor), aMessage('m2', { ...visitor, participantId: 'cc33' }));
    expect(chat.messages.map(({ sender_id, sender_name }) => [sender_id, sender_name])).toEqual([
      ['visitor bb22', 'bb22'],
      ['cc33', 'bb22'],
    ]);
  });

  it('tells messages apart that have no name', () => {
    show(aMessage('', { message: 'one' }), aMessage('', { message: 'two' }));
    expect(chat.messages.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('stays when the page forgets it, as it does on the way into another room', () => {
    show(aMessage('m1'));
    show();
    expect(chat.messages).toHaveLength(1);
  });

  it('keeps the newest, as much as is told of a long text', () => {
    show(...Array.from({ length: 1_000 }, (_, n) => aMessage(`m${n}`, { message: `${n} ${'x'.repeat(50_000)}` })));
    expect(chat.messages).toHaveLength(300);
    expect(chat.messages.at(-1)?.text.startsWith('999 x')).toBe(true);
    expect(chat.messages.at(-1)?.text).toHaveLength(10_000);
  });
});

describe('a message that the bot sends', () => {
  it('has been sent when there is one more of its own with this text', () => {
    const own = { messageType: 'local', participantId: 'aa11', message: 'Hello' };
    page.set('chat', { messages: [aMessage('m1', { message: 'Hello' }), aMessage('m2', own), aMessage('m3', own)] });
    expect([ownMessagesIn(page.state, 'Hello'), ownMessagesIn(page.state, 'Hell')]).toEqual([2, 0]);
  });

  it('has been refused when there is one more of the messages by which the page says so', () => {
    page.set('chat', { messages: [aMessage('m1'), aMessage('m2', { messageType: 'error', message: 'not-allowed' })] });
    expect(refusalsIn(page.state)).toBe(1);
  });
});

describe('whom a bot may write to in a Jitsi meeting', () => {
  const people = {
    local: { id: 'bot', role: 'participant' },
    remote: new Map([
      ['ada', { id: 'ada', role: 'moderator' }],
      ['ben', { id: 'ben', role: 'participant' }],
    ]),
  };
  const readers = (config: object | undefined) =>
    ['everyone', 'ada', 'ben'].filter((reader) =>
      mayWriteTo({ 'features/base/config': config, 'features/base/participants': people }, reader),
    );

  it.each([
    [undefined, ['everyone', 'ada', 'ben']],
    [{ disableChat: true }, []],
    [{ remoteVideoMenu: { disablePrivateChat: 'all' } }, ['everyone']],
    [{ remoteVideoMenu: { disablePrivateChat: true } }, ['everyone']],
    [{ remoteVideoMenu: { disablePrivateChat: 'allow-moderator-chat' } }, ['everyone', 'ada']],
    [{ remoteVideoMenu: { disablePrivateChat: 'disable-visitor-chat' } }, ['everyone', 'ada', 'ben']],
    [{ remoteVideoMenu: { disablePrivateChat: false } }, ['everyone', 'ada', 'ben']],
  ])('is as the page is configured: %j', (config, expected) => {
    expect(readers(config)).toEqual(expected);
  });
});
