import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../lib/demo-room/meeting/delivery.ts';
import { createRoom, type RoomSettings } from '../../../lib/demo-room/meeting/room.ts';
import type { ClientMessage, ServerMessage } from '../../../lib/demo-room/protocol.ts';

const now = 1_700_000_000_000;

const aRoom = (settings: Partial<RoomSettings> = {}) => {
  const room = createRoom({
    has_waiting_room: false,
    recording: 'allowed',
    starts_with_host: false,
    requires_user: undefined,
    ...settings,
  });
  const join = (id: string, is_host = false) =>
    room.join(id, { name: id.toUpperCase(), microphone: true, camera: true, is_scripted: false, is_host }, now);
  const say = (from: string, message: ClientMessage) => room.receive(from, message, now);
  return { room, join, say };
};

const told = (deliveries: Delivery[], type: ServerMessage['type']) =>
  deliveries.filter(({ message }) => message.type === type).map(({ to }) => to);

const over = (to: string, outcome: string) => ({ to, message: { type: 'over', outcome } });

describe('coming in', () => {
  it('tells the newcomer who is there, and the others who came', () => {
    const { join } = aRoom();
    join('ana', true);
    const deliveries = join('ben');
    expect(deliveries).toEqual([
      {
        to: 'ben',
        message: {
          type: 'joined',
          self: expect.objectContaining({ participant_id: 'ben', name: 'BEN', is_host: false, joined_at_ms: now }),
          others: [expect.objectContaining({ participant_id: 'ana', is_host: true })],
          recording: 'allowed',
        },
      },
      { to: 'ana', message: { type: 'participant_joined', participant: expect.objectContaining({ name: 'BEN' }) } },
    ]);
  });

  it('is refused to a seventeenth', () => {
    const { join } = aRoom();
    for (let n = 1; n <= 16; n += 1) join(`p${n}`);
    expect(join('p17')).toEqual([over('p17', 'full')]);
  });

  it('is refused once the meeting has ended', () => {
    const { join, say } = aRoom();
    join('ana', true);
    say('ana', { type: 'end' });
    expect(join('ben')).toEqual([over('ben', 'ended')]);
  });
});

describe('an announcement', () => {
  it('is told to everybody in the meeting, and to everybody who comes later', () => {
    const { room, join } = aRoom({ has_waiting_room: true });
    join('ana', true);
    join('ben');
    const notice = { type: 'notice', text: 'The music is over.' };
    expect(room.announce('The music is over.')).toEqual([{ to: 'ana', message: notice }]);
    expect(room.receive('ana', { type: 'admit', participant_id: 'ben' }, now)).toContainEqual({
      to: 'ben',
      message: notice,
    });
  });
});

describe('how somebody wants cameras', () => {
  it('is told to everybody, so that they send theirs small, or not at all', () => {
    const { join, say } = aRoom();
    join('ana', true);
    join('ben');
    const deliveries = say('ben', { type: 'wants_cameras', cameras: { ana: 'none' } });
    const participant = expect.objectContaining({ participant_id: 'ben', cameras: { ana: 'none' } });
    const message = { type: 'participant_changed', participant };
    expect(deliveries).toEqual([
      { to: 'ana', message },
      { to: 'ben', message },
    ]);
  });
});

describe('the waiting room', () => {
  const aWaitingGuest = () => {
    const meeting = aRoom({ has_waiting_room: true });
    meeting.join('ana', true);
    return { ...meeting, asked: meeting.join('ben') };
  };

  it('keeps guests, and tells hosts who is there', () => {
    expect(aWaitingGuest().asked).toEqual([
      { to: 'ben', message: { type: 'waiting' } },
      { to: 'ana', message: { type: 'waiting_list', people: [{ participant_id: 'ben', name: 'BEN' }] } },
    ]);
  });

  it('lets in whom a host admits', () => {
    const deliveries = aWaitingGuest().say('ana', { type: 'admit', participant_id: 'ben' });
    expect(told(deliveries, 'joined')).toEqual(['ben']);
    expect(deliveries.at(-1)).toEqual({ to: 'ana', message: { type: 'waiting_list', people: [] } });
  });

  it('sends away whom a host refuses', () => {
    expect(aWaitingGuest().say('ana', { type: 'refuse', participant_id: 'ben' })[0]).toEqual(over('ben', 'refused'));
  });

  it('shows a host who comes later that somebody waits', () => {
    const { join } = aRoom({ has_waiting_room: true });
    join('ben');
    expect(told(join('ana', true), 'waiting_list')).toEqual(['ana']);
  });

  it('does not hear what people who wait say', () => {
    expect(aWaitingGuest().say('ben', { type: 'chat', to: 'everyone', text: 'hello' })).toEqual([]);
  });

  it('is told the end of the meeting too', () => {
    expect(aWaitingGuest().say('ana', { type: 'end' })).toEqual([over('ana', 'ended'), over('ben', 'ended')]);
  });
});

describe('hosts', () => {
  const hostActions: ClientMessage[] = [
    { type: 'end' },
    { type: 'remove', participant_id: 'ana' },
    { type: 'admit', participant_id: 'ana' },
    { type: 'refuse', participant_id: 'ana' },
    { type: 'allow_recording' },
    { type: 'refuse_recording' },
    { type: 'open_breakouts', rooms: [{ room_name: 'Press', participant_ids: ['ben'] }] },
    { type: 'close_breakouts' },
  ];

  it.each(hostActions)('alone may $type', (message) => {
    const { join, say } = aRoom();
    join('ana', true);
    join('ben');
    expect(say('ben', message)).toEqual([
      { to: 'ben', message: { type: 'notice', text: 'Only the host of this meeting can do that.' } },
    ]);
  });

  it('remove people', () => {
    const { join, say } = aRoom();
    join('ana', true);
    join('ben');
    expect(say('ana', { type: 'remove', participant_id: 'ben' })).toEqual([
      over('ben', 'removed'),
      { to: 'ana', message: { type: 'participant_left', participant_id: 'ben' } },
    ]);
  });
});

describe('chat', () => {
  it('reaches everyone, the sender too', () => {
    const { join, say } = aRoom();
    join('ana');
    join('ben');
    const deliveries = say('ben', { type: 'chat', to: 'everyone', text: 'hello' });
    expect(told(deliveries, 'chat')).toEqual(['ana', 'ben']);
    expect(deliveries[0]?.message).toEqual({
      type: 'chat',
      message: {
        message_id: 'message-1',
        sender_id: 'ben',
        sender_name: 'BEN',
        to: 'everyone',
        text: 'hello',
        timestamp_ms: now,
        edited_at_ms: null,
      },
    });
  });

  it('can be edited by who wrote it, before those who read it', () => {
    const { room, join, say } = aRoom();
    for (const id of ['ana', 'ben', 'cem']) join(id);
    say('ben', { type: 'chat', to: 'cem', text: 'at noon' });
    const edit: ClientMessage = { type: 'edit_chat', message_id: 'message-1', text: 'at one' };
    expect(told(say('cem', edit), 'notice')).toEqual(['cem']);
    const edited = room.receive('ben', edit, now + 5_000);
    expect(told(edited, 'chat')).toEqual(['ben', 'cem']);
    expect(edited[0]?.message).toMatchObject({
      message: { message_id: 'message-1', text: 'at one', timestamp_ms: now, edited_at_ms: now + 5_000 },
    });
    expect(told(say('ben', { type: 'edit_chat', message_id: 'message-9', text: 'x' }), 'notice')).toEqual(['ben']);
  });

  it('to one person stays between the two', () => {
    const { join, say } = aRoom();
    for (const id of ['ana', 'ben', 'cem']) join(id);
    expect(told(say('ben', { type: 'chat', to: 'cem', text: 'psst' }), 'chat')).toEqual(['ben', 'cem']);
  });

  it('to everyone but the host stays among the guests', () => {
    const { join, say } = aRoom();
    join('ana', true);
    for (const id of ['ben', 'cem']) join(id);
    expect(told(say('ben', { type: 'chat', to: 'everyone_but_host', text: 'psst' }), 'chat')).toEqual(['ben', 'cem']);
  });

  it('to somebody who has left is returned', () => {
    const { join, say } = aRoom();
    join('ana');
    expect(told(say('ana', { type: 'chat', to: 'ben', text: 'psst' }), 'notice')).toEqual(['ana']);
  });
});

describe('a bot that records', () => {
  it('is seen by everybody, and by whoever comes later, until it stops', () => {
    const { room, join } = aRoom();
    join('ana', true);
    const seen = { type: 'recording', recording: 'allowed', recorded_by: ['Minutes'] };
    expect(room.recordedBy(['Minutes'])).toEqual([{ to: 'ana', message: seen }]);
    expect(join('ben')).toContainEqual({ to: 'ben', message: seen });
    expect(room.recordedBy([])).toEqual(
      ['ana', 'ben'].map((to) => ({ to, message: { type: 'recording', recording: 'allowed' } })),
    );
  });
});

describe('recording', () => {
  const recordingOf = (deliveries: Delivery[]) =>
    deliveries.flatMap(({ message }) => (message.type === 'recording' ? [message.recording] : []));

  it('is allowed where nobody has to be asked', () => {
    expect(aRoom().room.recording()).toBe('allowed');
  });

  it('is requested, allowed and revoked before everybody', () => {
    const { room, join, say } = aRoom({ recording: 'ask' });
    join('ana', true);
    join('ben');
    expect(room.recording()).toBe('not_asked');
    expect(say('ben', { type: 'request_recording' })).toEqual(
      ['ana', 'ben'].map((to) => ({ to, message: { type: 'recording', recording: 'requested', requested_by: 'BEN' } })),
    );
    expect(recordingOf(say('ana', { type: 'allow_recording' }))).toEqual(['allowed', 'allowed']);
    expect(recordingOf(say('ana', { type: 'refuse_recording' }))).toEqual(['denied', 'denied']);
    expect(recordingOf(say('ben', { type: 'request_recording' }))).toEqual(['requested', 'requested']);
  });

  it('needs no asking when a host wants it', () => {
    const { join, say } = aRoom({ recording: 'ask' });
    join('ana', true);
    expect(recordingOf(say('ana', { type: 'request_recording' }))).toEqual(['allowed']);
  });
});

describe('captions', () => {
  it('reach everybody under the name of the speaker', () => {
    const { room, join } = aRoom();
    join('ana');
    join('ben');
    const spoken = { caption_id: 'c1', text: 'Good', start_ms: now, duration_ms: 300, final: false };
    const caption = { ...spoken, language: 'en', translations: {} } as const;
    expect(room.caption({ ...caption, speaker_id: 'ben' })).toEqual(
      ['ana', 'ben'].map((to) => ({
        to,
        message: { type: 'caption', caption: { ...spoken, language: 'en', speaker_id: 'ben', speaker_name: 'BEN' } },
      })),
    );
    expect(room.caption({ ...caption, speaker_id: 'cem' })).toEqual([]);
  });

  it('are read by everybody in a language of their own, and as they were spoken where that is not known', () => {
    const { room, join, say } = aRoom();
    join('ana');
    join('ben');
    const languages = (deliveries: readonly Delivery[]) =>
      deliveries.map(({ to, message }) =>
        message.type === 'caption' ? `${to}: ${message.caption.language} ${message.caption.text}` : message.type,
      );
    const spoken = { caption_id: 'c1', speaker_id: 'ana', start_ms: now, duration_ms: 300, final: true } as const;
    const good = { ...spoken, text: 'Good', language: 'en', translations: { de: 'Gut' } } as const;
    expect(say('ben', { type: 'caption_language', language: 'de' })).toEqual([
      { to: 'ben', message: { type: 'caption_language', language: 'de' } },
    ]);
    expect(languages(room.caption(good))).toEqual(['ana: en Good', 'ben: de Gut']);
    expect(languages(room.caption({ ...good, text: 'Gut', language: 'de', translations: { en: 'Good' } }))).toEqual([
      'ana: en Good',
      'ben: de Gut',
    ]);
    say('ben', { type: 'caption_language', language: 'fr' });
    expect(languages(room.caption(good))).toEqual(['ana: en Good', 'ben: en Good']);
  });
});

describe('a meeting that cannot begin yet', () => {
  const held = (to: string, reason: string) => ({ to, message: { type: 'held', reason } });

  it('keeps guests until the host is there, and lets them in by itself', () => {
    const { join } = aRoom({ starts_with_host: true });
    expect(join('ben')).toEqual([held('ben', 'not_started')]);
    expect(told(join('ana', true), 'joined')).toEqual(['ana', 'ben']);
  });

  it('goes on without the host once it has begun', () => {
    const { join, say } = aRoom({ starts_with_host: true });
    join('ana', true);
    say('ana', { type: 'leave' });
    expect(told(join('ben'), 'joined')).toEqual(['ben']);
  });

  it('lets them in to the waiting room, where there is one', () => {
    const { join } = aRoom({ starts_with_host: true, has_waiting_room: true });
    join('ben');
    expect(told(join('ana', true), 'waiting')).toEqual(['ben']);
  });

  it('waits for the person whom it needs, after the host', () => {
    const { join, say } = aRoom({ starts_with_host: true, requires_user: 'NADIA' });
    join('ben');
    expect(join('ana', true).at(-1)).toEqual(held('ben', 'authorized_user_absent'));
    expect(told(join('nadia'), 'joined')).toEqual(['nadia', 'ben']);
    say('nadia', { type: 'leave' });
    expect(join('cem')).toEqual([held('cem', 'authorized_user_absent')]);
  });

  it('is over for those who wait when they leave, or the host ends it', () => {
    const { join, say } = aRoom({ requires_user: 'NADIA' });
    join('ana', true);
    join('ben');
    join('cem');
    expect(say('ben', { type: 'leave' })).toEqual([over('ben', 'left')]);
    expect(say('ana', { type: 'end' })).toEqual([over('ana', 'ended'), over('cem', 'ended')]);
  });
});

describe('breakout rooms', () => {
  const open: ClientMessage = {
    type: 'open_breakouts',
    rooms: [{ room_name: 'Press', participant_ids: ['ben', 'cem'] }],
  };
  const aBreakout = () => {
    const meeting = aRoom();
    meeting.join('ana', true);
    for (const id of ['ben', 'cem', 'dan']) meeting.join(id);
    return { ...meeting, opened: meeting.say('ana', open) };
  };

  it('invite those who are assigned to them', () => {
    const invitation = { type: 'breakout', state: 'invited', room_name: 'Press' };
    expect(aBreakout().opened).toEqual([
      { to: 'ben', message: invitation },
      { to: 'cem', message: invitation },
      { to: 'ana', message: { type: 'breakouts', room_names: ['Press'] } },
    ]);
  });

  it('are entered by who accepts, and left for the main room', () => {
    const { say } = aBreakout();
    const entered = say('ben', { type: 'accept_breakout' });
    expect(told(entered, 'participant_left')).toEqual(['ana', 'cem', 'dan']);
    expect(entered.at(-1)).toEqual({ to: 'ben', message: { type: 'moved', room_name: 'Press', others: [] } });
    expect(told(say('cem', { type: 'accept_breakout' }), 'participant_joined')).toEqual(['ben']);
    expect(told(say('ben', { type: 'return_to_main' }), 'participant_joined')).toEqual(['ana', 'dan']);
    expect(say('dan', { type: 'accept_breakout' })).toEqual([]);
  });

  it('keep chat, captions and signals to themselves', () => {
    const { room, say } = aBreakout();
    for (const id of ['ben', 'cem']) say(id, { type: 'accept_breakout' });
    expect(told(say('ben', { type: 'chat', to: 'everyone', text: 'hello' }), 'chat')).toEqual(['ben', 'cem']);
    expect(told(say('ben', { type: 'chat', to: 'ana', text: 'hello' }), 'notice')).toEqual(['ben']);
    expect(say('ben', { type: 'signal', to: 'ana', signal: {} })).toEqual([]);
    const spoken = { caption_id: 'c1', speaker_id: 'ana', text: 'Good', start_ms: now, duration_ms: 300 };
    const caption = { ...spoken, language: 'en', translations: {}, final: true } as const;
    expect(told(room.caption(caption), 'caption')).toEqual(['ana', 'dan']);
  });

  it('send everybody back when the host closes them, and take invitations back', () => {
    const { say } = aBreakout();
    say('ben', { type: 'accept_breakout' });
    expect(say('ana', { type: 'close_breakouts' })).toEqual([
      { to: 'cem', message: { type: 'breakout', state: 'none', room_name: null } },
      { to: 'ben', message: { type: 'breakout', state: 'leaving', room_name: 'Press' } },
      { to: 'ana', message: { type: 'breakouts', room_names: [] } },
    ]);
    expect(say('cem', { type: 'accept_breakout' })).toEqual([]);
  });

  it('end with the meeting, and are left with it', () => {
    const { say } = aBreakout();
    for (const id of ['ben', 'cem']) say(id, { type: 'accept_breakout' });
    expect(told(say('ben', { type: 'leave' }), 'participant_left')).toEqual(['cem']);
    expect(told(say('ana', { type: 'end' }), 'over')).toEqual(['ana', 'cem', 'dan']);
  });
});
