import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserMeetings } from '../../../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../../../lib/capture/platforms/demo-room/index.ts';
import { runCaptureSession } from '../../../../lib/capture/session/session.ts';
import { startDemoRoom } from '../../../../lib/demo-room/own-server.ts';
import { anAssignment, neverStopped } from '../../../lab/builders/assignment.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { enterRoom } from '../../../lab/hosts/demo-room.ts';

const meetings = browserMeetings({ platform: demoRoom });
let service: Awaited<ReturnType<typeof startDemoRoom>>;
beforeAll(async () => {
  service = await startDemoRoom();
});
afterAll(() => service.close());

const newRoom = async (): Promise<string> => {
  const made = await fetch(new URL('/room-api/rooms', service.base_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await made.json()) as { room_path: string }).room_path;
};

describe('a bot in the demo room', () => {
  it('writes what it is asked to, each once, hears the others and not itself, and says goodbye before it leaves', async () => {
    const room_path = await newRoom();
    const ada = await enterRoom(service.base_url, room_path, 'Ada');
    const bot = aFakeBot('joining');
    const assignment = anAssignment({
      meeting_url: new URL(room_path, service.base_url).href,
      recording_settings: { format: 'none', view: 'speaker_view', resolution: '720p' },
      bot_chat_message: { to: 'everyone', message: 'I take the minutes.' },
    });
    const session = runCaptureSession({ line: bot, meetings, segments: aMemoryStore() }, assignment, neverStopped);
    const read = async () => {
      const { message } = await ada.next('chat');
      return [message.to === ada.id ? 'Ada' : message.to, message.text];
    };
    const heard = () => bot.seen.chat_messages.map(({ text, to }) => [text, to]);

    const greeting = (await ada.next('chat')).message;
    expect([greeting.to, greeting.text]).toEqual(['everyone', 'I take the minutes.']);
    bot.ask({ to: 'specific_user', to_user_uuid: ada.id, message: 'Shall I send you a copy?' });
    bot.ask({ to: 'everyone', message: 'We have five minutes left.' });
    expect([await read(), await read()]).toEqual([
      ['Ada', 'Shall I send you a copy?'],
      ['everyone', 'We have five minutes left.'],
    ]);
    ada.send({ type: 'chat', to: 'everyone', text: 'Thank you.' });
    const { message } = await ada.next('chat');
    ada.send({ type: 'chat', to: greeting.sender_id, text: 'Yes please.' });
    await ada.next('chat');
    await expect.poll(heard).toHaveLength(2);
    ada.send({ type: 'edit_chat', message_id: message.message_id, text: 'Thank you, all.' });
    await ada.next('chat');
    await expect.poll(heard).toHaveLength(3);
    bot.ask({ to: 'everyone', message: 'Goodbye.' });
    bot.move('leave');
    expect(await read()).toEqual(['everyone', 'Goodbye.']);

    expect(await session).toBe('reported');
    expect(bot.told).toEqual([0, 1, 2, 3].map((number) => `command ${number} done`));
    expect(heard()).toEqual([
      ['Thank you.', 'everyone'],
      ['Yes please.', 'specific_user'],
      ['Thank you, all.', 'everyone'],
    ]);
    const [first, , edited] = bot.seen.chat_messages;
    expect(edited).toEqual({
      ...first,
      text: 'Thank you, all.',
      additional_data: { edited_at_ms: expect.any(Number) },
    });
  });
});
