import { beforeEach, describe, expect, it } from 'vitest';
import { createGaleneChat, type GaleneChat } from '../../../../../lib/capture/platforms/galene/page/chat.ts';
import { createKnownMessages } from '../../../../../lib/capture/platforms/galene/page/known-messages.ts';
import type { GaleneMember } from '../../../../../lib/capture/platforms/galene/page/members.ts';
import { linesOf } from '../../../../../lib/capture/platforms/galene/page/typed-lines.ts';
import { messageOf } from '../../../../../lib/capture/platforms/galene/page/wire.ts';
import { createTabMemory } from '../../../../../lib/capture/platforms/page/tab-memory.ts';

let chat: GaleneChat;
let now_ms: number;
let stored: Map<string, string>;
let isIn: boolean;
const hear = (from: 'page' | 'other', message: object): void => {
  const read = messageOf(new TextEncoder().encode(JSON.stringify(message)));
  if (read) chat.hear(from, read);
};
const said = (id: string, source: string, value: unknown, more: object = {}): void =>
  hear('other', { type: 'chat', id, source, username: 'Ada', value, time: '2026-11-22T09:00:00Z', ...more });
const texts = (): string[] => chat.messages.map(({ text }) => text);

/** The page is loaded, also once more in the same tab. */
const load = (): void => {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const at = {
    own_id: 'own1',
    get hasJoined() {
      return isIn;
    },
  };
  chat = createGaleneChat(at, createKnownMessages(createTabMemory('known-messages', () => storage)), () => now_ms);
};

beforeEach(() => {
  now_ms = 1_000;
  stored = new Map();
  isIn = true;
  load();
});

describe('the chat of a Galène group', () => {
  it('has what is written to everyone, with who wrote it and when it came', () => {
    said('m1', 'a1', 'At noon');
    expect(chat.messages).toEqual([
      {
        id: 'a1 m1',
        sender_id: 'a1',
        sender_name: 'Ada',
        to: 'everyone',
        timestamp_ms: 1_000,
        edited_at_ms: null,
        text: 'At noon',
      },
    ]);
  });

  it('has nothing of before the bot came, of the server, of captions, and of what clients tell each other', () => {
    said('m1', 'a1', 'An earlier meeting', { type: 'chathistory' });
    said('m2', '', 'Welcome');
    said('m3', 'a1', 'spoken', { kind: 'caption' });
    said('m4', 'a1', 'data', { kind: 'x-whiteboard' });
    said('m5', 'a1', { no: 'text' });
    expect(texts()).toEqual([]);
    said('m6', 'a1', 'waves', { kind: 'me' });
    said('m7', 'a1', 'Now', { kind: null });
    expect(texts()).toEqual(['waves', 'Now']);
  });

  it('has what was written while the bot was away for a moment, once, and nothing of before', () => {
    const replayed = (id: string, text: string): void => said(id, 'a1', text, { type: 'chathistory' });
    // With an invitation the page comes and goes once before the bot does.
    isIn = false;
    replayed('m1', 'Before');
    load();
    isIn = true;
    for (const [id, text] of [
      ['m1', 'Before'],
      ['m2', 'Just before'],
    ] as const)
      replayed(id, text);
    said('m3', 'a1', 'Meanwhile');
    expect(texts()).toEqual(['Meanwhile']);
    for (let times = 0; times < 2; times += 1) {
      load();
      const replay = (): void => {
        for (const [id, text] of [
          ['m2', 'Just before'],
          ['m3', 'Meanwhile'],
          ['m4', 'In the gap'],
        ] as const)
          replayed(id, text);
        replayed('', 'of a server that gives no ids');
      };
      replay();
      replay();
      expect(texts()).toEqual(times === 0 ? ['In the gap'] : []);
    }
  });

  it('has it also where nobody had written yet when the bot first came', () => {
    chat.came();
    load();
    said('m1', 'a1', 'In the gap', { type: 'chathistory' });
    expect(texts()).toEqual(['In the gap']);
  });

  it("has the bot's own messages once: those to everyone come back, those to one person do not", () => {
    hear('page', { type: 'chat', source: 'own1', dest: '', username: 'Notes', kind: '', value: 'Hello' });
    said('m1', 'own1', 'Hello', { username: 'Notes' });
    hear('page', { type: 'chat', source: 'own1', dest: 'a1', username: 'Notes', kind: '', value: 'Psst' });
    now_ms += 1_000;
    expect(chat.messages).toMatchObject([
      { sender_id: 'own1', to: 'everyone', text: 'Hello' },
      { sender_id: 'own1', to: 'a1', text: 'Psst' },
    ]);
  });

  it('has nothing of the bot that the server has sent on to nobody', () => {
    const whisper = (dest: string): void =>
      hear('page', { type: 'chat', source: 'own1', dest, username: 'Notes', kind: '', value: 'Psst' });
    for (const reader of ['a1', 'b1', 'c1']) whisper(reader);
    expect(chat.messages).toEqual([]);
    chat.refused((id) => id !== 'b1');
    now_ms += 1_000;
    expect(chat.messages.map(({ to }) => to)).toEqual(['a1', 'c1']);
    whisper('a1');
    chat.refused(() => true);
    now_ms += 1_000;
    expect(chat.messages).toHaveLength(2);
    chat.refused(() => true);
    expect(chat.messages).toHaveLength(2);
  });

  it('lets nobody change what was written', () => {
    said('m1', 'a1', 'At noon');
    said('m1', 'a1', 'At one');
    said('m1', 'b1', 'Never');
    expect(texts()).toEqual(['At noon', 'Never']);
  });

  it('keeps the newest of very many, and no text without end', () => {
    for (let number = 0; number < 400; number += 1) said(`m${number}`, 'a1', `${number}`);
    said('long', 'a1', 'x'.repeat(50_000));
    expect([texts().length, texts()[0], texts().at(-1)?.length]).toEqual([300, '101', 10_000]);
  });
});

const aMember = (id: string, name: string, more: Partial<GaleneMember> = {}): GaleneMember => ({
  id,
  name,
  isHost: false,
  isSystem: false,
  isProgram: false,
  ...more,
});
const own = aMember('own1', 'Notes');
const ada = aMember('a1', 'Ada', { isHost: true });
const ben = aMember('b1', 'Ben');

describe('what is typed into the chat of a Galène group', () => {
  const lines = (to: Parameters<typeof linesOf>[0]['to'], text: string, ...others: GaleneMember[]) =>
    linesOf({ to, text }, [own, ...others], 'own1');

  it.each([
    ['Hello', 'Hello'],
    ['/kick Ben', '//kick Ben'],
    ['//', '///'],
    [' /lock', ' /lock'],
    ['Two\n/lines', 'Two\n/lines'],
  ])('is no command: %j', (text, typed) => {
    expect(lines('everyone', text, ben)).toEqual([typed]);
  });

  it.each([
    ['Ben', '/msg Ben Psst'],
    ['Ben Olsen', '/msg "Ben Olsen" Psst'],
    ['Ben "B" O\'Hara', '/msg "Ben \\"B\\" O\'Hara" Psst'],
    ['back\\slash', '/msg "back\\\\slash" Psst'],
    ['two\nlines', '/msg "two\nlines" Psst'],
  ])('goes to one person by name: %j', (name, typed) => {
    expect(lines({ participant_id: 'b1' }, 'Psst', ada, aMember('b1', name))).toEqual([typed]);
  });

  it.each([
    ['two people have', aMember('b2', 'Ben'), 'Ben'],
    ['is the id of another', aMember('Ben', 'Cy'), 'Ben'],
    ['is nobody’s', aMember('c1', 'Cy'), '(anon)'],
    ['every object of JavaScript knows', aMember('c1', 'Cy'), 'constructor'],
  ])('goes by id where the name %s', (_, other, name) => {
    expect(lines({ participant_id: 'b1' }, 'Psst', aMember('b1', name), other)).toEqual(['/msg b1 Psst']);
  });

  it('goes to each who is no operator when the hosts are not to read it', () => {
    const disk = aMember('disk', 'RECORDING', { isSystem: true });
    expect(lines('everyone_but_host', '/surprise', ada, ben, aMember('c1', 'Cy'), disk)).toEqual([
      '/msg Ben /surprise',
      '/msg Cy /surprise',
    ]);
    expect(lines('everyone_but_host', 'A surprise', ada)).toBeUndefined();
  });

  it('goes to nobody who is not there, nor to the bot', () => {
    expect([lines({ participant_id: 'gone' }, 'Psst', ben), lines({ participant_id: 'own1' }, 'Psst', ben)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
