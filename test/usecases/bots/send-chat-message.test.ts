import { describe, expect, it } from 'vitest';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { InvalidTransitionError, NotFoundError, ValidationError } from '../../../lib/domain/errors.ts';
import { createSendChatMessage } from '../../../lib/usecases/bots/send-chat-message.ts';
import { aBotInMeeting, notInMeeting } from '../../lab/worlds/bot-in-meeting.ts';

describe('asking a bot to write into the chat', () => {
  it('is heard by its worker, in the order in which it was asked, each once', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    const sendChat = createSendChatMessage(ports);
    await sendChat(ref, { to: 'everyone', message: 'one' });
    await sendChat(ref, { to: 'specific_user', to_user_uuid: 'p-1', message: 'two' });
    const line = worker();
    expect((await line.bot()).commands_asked).toBe(2);
    const [first, second] = await line.commands(0);
    expect([first, second]).toEqual([
      { number: 1, chat: { to: 'everyone', message: 'one' } },
      { number: 2, chat: { to: 'specific_user', to_user_uuid: 'p-1', message: 'two' } },
    ]);
    expect(first && (await line.claim(first))).toBe(true);
    expect(await worker(2).commands(0)).toEqual([second]);
    expect(first && (await worker(2).claim(first))).toBe(false);
    expect(await line.commands(2)).toEqual([]);
  });

  it('numbers what many ask for at once one by one', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    const sendChat = createSendChatMessage(ports);
    const messages = Array.from({ length: 12 }, (_, n) => `${n}`);
    await Promise.all(messages.map((message) => sendChat(ref, { to: 'everyone', message })));
    const commands = await worker().commands(0);
    expect(commands.map(({ number }) => number)).toEqual(messages.map((_, n) => n + 1));
    expect(commands.map(({ chat }) => chat.message).sort()).toEqual(messages.sort());
  });

  it('remembers how it ended', async () => {
    const { ports, ref, table, worker } = await aBotInMeeting();
    await createSendChatMessage(ports)(ref, { to: 'everyone', message: 'one' });
    const line = worker();
    const [command] = await line.commands(0);
    if (!command) throw new Error('no command');
    await line.claim(command);
    await line.settle(command, { state: 'failed', reason: 'the chat is closed' });
    const stored = table.items().find(({ kind }) => kind === 'command');
    expect(stored).toMatchObject({ state: 'failed', reason: 'the chat is closed' });
  });

  it('is told to the client with the reason where it did not come to that', async () => {
    const { bots, ports, ref, worker } = await aBotInMeeting();
    await createSendChatMessage(ports)(ref, { to: 'everyone', message: 'one' });
    await createSendChatMessage(ports)(ref, { to: 'everyone', message: 'two' });
    const line = worker();
    for (const command of await line.commands(0)) {
      await line.claim(command);
      const isFirst = command.number === 1;
      await line.settle(command, isFirst ? { state: 'failed', reason: 'the chat is closed' } : { state: 'done' });
    }
    const bot = await bots.get(ref);
    expect(bot && presentBot(bot).warnings).toEqual([
      expect.stringMatching(/^at \S+ a message of the bot did not appear in the chat: the chat is closed$/),
    ]);
  });

  it('is refused where bots can write to everyone only, unless it is for everyone', async () => {
    const { ports, ref, worker } = await aBotInMeeting({ platform: 'teams' });
    const sendChat = createSendChatMessage(ports);
    for (const chat of [
      { to: 'specific_user', to_user_uuid: 'p-1', message: 'two' },
      { to: 'everyone_but_host', message: 'three' },
    ] as const)
      await expect(sendChat(ref, chat)).rejects.toThrow(ValidationError);
    await sendChat(ref, { to: 'everyone', message: 'one' });
    expect(await worker().commands(0)).toHaveLength(1);
  });

  it.each(notInMeeting)('is refused while the bot is %s', async (state) => {
    const { ports, ref } = await aBotInMeeting({ state });
    const sent = createSendChatMessage(ports)(ref, { to: 'everyone', message: 'one' });
    await expect(sent).rejects.toThrow(new InvalidTransitionError('send a chat message', state));
  });

  it('of another project is as if there were none', async () => {
    const { ports, ref } = await aBotInMeeting();
    const sent = createSendChatMessage(ports)({ ...ref, project_id: 'prj_other' }, { to: 'everyone', message: 'one' });
    await expect(sent).rejects.toThrow(NotFoundError);
  });
});
