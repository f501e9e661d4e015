/**
 * Promise 30 of platform-checks.md: whatever people are called, and however many there are, a platform's page keeps a bounded
 * number of them, and of what they wrote no more than is told.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { longestTalk } from '../../../lib/capture/meeting/view-limits.ts';
import { createGaleneRoom } from '../../../lib/capture/platforms/galene/page/room.ts';
import { createMeetRoom } from '../../../lib/capture/platforms/google-meet/page/room.ts';
import { changeOf } from '../../../lib/capture/platforms/google-meet/page/wire.ts';
import { createLiveKitRoster } from '../../../lib/capture/platforms/livekit/page/roster.ts';
import { longestMessage, longestName, shortText } from '../../../lib/capture/platforms/page/short-text.ts';
import { channelNews } from '../../../lib/capture/platforms/teams/page/call/channel.ts';
import { createTeamsChat } from '../../../lib/capture/platforms/teams/page/chat/chat.ts';
import { createTeamsRoster } from '../../../lib/capture/platforms/teams/page/people/roster.ts';
import { proto } from '../../lab/builders/proto.ts';
import { collections } from './google-meet/page/meet-messages.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Room {
  /** Somebody comes in, as the server tells the page. */
  enter(id: string, name: string): void;
  /** Everybody whom it knows, by name; the bot is `Notes`. */
  names(): readonly string[];
}

const json = (message: object): Uint8Array => new TextEncoder().encode(JSON.stringify(message));

/** Each with a bot in it. */
const rooms: Readonly<Record<string, () => Room>> = {
  google_meet: () => {
    const room = createMeetRoom();
    const tell = (id: string, name: string, isSelf = false): void => {
      const change = changeOf(collections({ event: 1, users: [{ id, name, isSelf }] }));
      if (change) room.hear(change);
    };
    tell('bot', 'Notes', true);
    return { enter: tell, names: () => room.people().map(({ name }) => name) };
  },
  teams: () => {
    const roster = createTeamsRoster();
    const enter = (id: string, displayName: string): void =>
      roster.hear({ participants: { [id]: { state: 'active', details: { id, displayName } } } });
    return { enter, names: () => roster.members.map(({ name }) => name) };
  },
  galene: () => {
    const room = createGaleneRoom();
    const line = room.connect();
    line.hear('page', json({ type: 'handshake', version: ['2'], id: 'bot' }));
    const enter = (id: string, username: string): void =>
      line.hear('other', json({ type: 'user', kind: 'add', id, username }));
    enter('bot', 'Notes');
    return { enter, names: () => room.members.map(({ name }) => name) };
  },
  livekit: () => {
    const roster = createLiveKitRoster();
    const socket = roster.connect();
    socket.hear('other', proto({ 1: { 2: { 1: 'bot', 2: 'bot', 3: 2, 9: 'Notes' } } }));
    const enter = (id: string, name: string): void =>
      socket.hear('other', proto({ 5: { 1: [{ 1: id, 2: id, 3: 2, 9: name }] } }));
    return { enter, names: () => roster.members.map(({ name }) => name) };
  },
};

describe.each(Object.entries(rooms))('a meeting of %s', (platform, open) => {
  it('keeps a bounded number of people, however many come, and the bot where it knows which that is', () => {
    const { enter, names } = open();
    for (let number = 0; number < 12_000; number += 1) enter(`p${number}`, `Person ${number}`);
    expect(names().length).toBeGreaterThanOrEqual(2_000);
    expect(names().length).toBeLessThanOrEqual(10_000);
    if (platform !== 'teams') expect(names()).toContain('Notes');
  });

  it('keeps of names without end as much as is told, and nothing of the rest', () => {
    const { enter, names } = open();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let number = 0; number < 20; number += 1) enter(`p${number}`, `${number} ${'x'.repeat(1_000_000)}`);
    collectGarbage();
    expect(Math.max(...names().map(({ length }) => length))).toBe(longestName);
    // Twenty names of a million letters would be twenty megabytes.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
    expect(names().length).toBeGreaterThanOrEqual(20);
  });
});

describe('messages without end', () => {
  it('are kept as long as they are told', () => {
    const chat = createTeamsChat(
      () => undefined,
      () => undefined,
    );
    const from = 'https://example.com/contacts/8:orgid:ada';
    for (let number = 0; number < 400; number += 1)
      chat.hear({
        chatServiceBatchEvent: [
          {
            message: {
              ...{ clientMessageId: `m${number}`, from, messageType: 'Text', imDisplayName: 'y'.repeat(10_000) },
              content: 'x'.repeat(20_000),
            },
          },
        ],
      });
    expect([...chat.messages].map(({ text, sender_name }) => [text.length, sender_name.length])).toEqual(
      Array.from({ length: 300 }, () => [10_000, longestName]),
    );
  });
});

describe('what Teams tells and shows without end', () => {
  it('is kept as long as it is told: whose words were recognised, and who wrote a row', () => {
    const recognitionResults = [{ userId: 'x'.repeat(10_000), text: 'y'.repeat(2 * longestTalk), isFinal: true }];
    const [caption] = channelNews(json({ recognitionResults }))?.captions ?? [];
    expect([caption?.user_id.length, caption?.text.length]).toEqual([longestName, longestTalk]);
    const chat = createTeamsChat(
      () => undefined,
      () => undefined,
      () => 10_000,
    );
    chat.look([{ id: 'z'.repeat(10_000), author: 'x'.repeat(10_000), text: 'y'.repeat(20_000) }], 0);
    const [message] = chat.messages;
    expect([message?.id.length, message?.sender_name.length, message?.text.length]).toEqual([
      longestName,
      longestName,
      longestMessage,
    ]);
  });
});

describe('a short text', () => {
  it('is the text itself, or its beginning', () => {
    expect([shortText('Ada'), shortText('Ada', 2), shortText('', 2), shortText('😀😀', 2)]).toEqual([
      'Ada',
      'Ad',
      '',
      '😀',
    ]);
  });
});
