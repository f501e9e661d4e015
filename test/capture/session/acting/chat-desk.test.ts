import { describe, expect, it } from 'vitest';
import type { OutgoingChat } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { createChatDesk } from '../../../../lib/capture/session/acting/chat-desk.ts';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { ordersOf } from '../../../../lib/domain/bot/orders.ts';
import type { BotChatMessage } from '../../../../lib/domain/bot/settings.ts';
import type { MeetingCapabilities } from '../../../../lib/domain/meeting/capabilities.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aBot } from '../../../lab/builders/records.ts';
import { aFakeBot } from '../../../lab/doubles/fake-bot.ts';
import { aScriptedMeeting } from '../../../lab/doubles/scripted-meeting.ts';

const ada = aParticipant('Ada', { is_host: true });
const everyone = (message: string): BotChatMessage => ({ to: 'everyone', message });

const aDesk = async (
  greeting?: BotChatMessage,
  state: Bot['state'] = 'joined_recording',
  chat: MeetingCapabilities['chat'] = 'private',
) => {
  const bot = aFakeBot(state);
  let orders = ordersOf(aBot({ state }));
  const sent: OutgoingChat[] = [];
  const log: unknown[] = [];
  const line = {
    get orders() {
      return orders;
    },
    commands: bot.commands,
    claim: bot.claim,
    settle: bot.settle,
  };
  const desk = (withGreeting = greeting) =>
    createChatDesk(withGreeting ? { bot_chat_message: withGreeting } : {}, {
      bot: line,
      line,
      log: (...entry) => void log.push(entry),
    });
  const scripted = aScriptedMeeting({
    shows: () => aView(),
    capabilities: { chat },
    onChat: (message) => void sent.push(message),
  });
  const { sendChat, capabilities } = scripted;
  const meeting = { isLost: false, capabilities, ...(sendChat && { sendChat }) };
  const one = desk();
  return {
    bot,
    line,
    sent,
    log,
    meeting,
    desk,
    /** A look at the page, after which the session's line has heard what is new. */
    look: async (view: MeetingView = aView({}, [ada]), now_ms = 0, by = one) => {
      orders = await bot.bot();
      by.keep(meeting, view, now_ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    finish: (view: MeetingView = aView({}, [ada])) => one.finish(meeting, view, 0),
  };
};

describe('what a bot is asked to write', () => {
  it('is written in the order in which it was asked for, each once', async () => {
    const { bot, look, sent } = await aDesk();
    bot.ask(everyone('one'));
    bot.ask({ to: 'everyone_but_host', message: 'two' });
    const view = aView({}, [ada, aParticipant('Ben')]);
    await look(view);
    bot.ask({ to: 'specific_user', to_user_uuid: 'ada', message: 'three' });
    await look(view);
    await look(view);
    expect(sent).toEqual([
      { to: 'everyone', text: 'one' },
      { to: 'everyone_but_host', text: 'two' },
      { to: { participant_id: 'ada' }, text: 'three' },
    ]);
    expect(bot.told).toEqual(['command 1 done', 'command 2 done', 'command 3 done']);
  });

  it('begins with its message for those who are there, once for all of its workers', async () => {
    const { bot, desk, look, sent } = await aDesk(everyone('Hello'));
    bot.ask(everyone('one'));
    await look();
    await look(aView(), 0, desk());
    expect(sent.map(({ text }) => text)).toEqual(['Hello', 'one']);
    expect(bot.told).toEqual(['command 0 done', 'command 1 done']);
  });

  it('waits a minute for its reader, and keeps nothing else waiting', async () => {
    const { bot, look, sent } = await aDesk();
    bot.ask({ to: 'specific_user', to_user_uuid: 'cy', message: 'for Cy' });
    bot.ask({ to: 'specific_user', to_user_uuid: 'ben', message: 'for Ben' });
    bot.ask(everyone('one'));
    await look();
    await look(aView({}, [ada, aParticipant('Ben')]), 59_000);
    await look(aView({}, [ada]), 60_000);
    expect(sent.map(({ text }) => text)).toEqual(['one', 'for Ben']);
    expect(bot.told).toEqual(['command 3 done', 'command 2 done', 'command 1 failed']);
  });

  it('waits for anybody but hosts where these are not to read it, as in a meeting that lists nobody yet', async () => {
    const { bot, look, sent } = await aDesk({ to: 'everyone_but_host', message: 'Hello' });
    bot.ask(everyone('one'));
    await look(aView());
    await look(aView({}, [ada]), 30_000);
    expect(sent).toEqual([{ to: 'everyone', text: 'one' }]);
    await look(aView({}, [ada, aParticipant('Ben')]), 59_000);
    expect(sent.slice(1)).toEqual([{ to: 'everyone_but_host', text: 'Hello' }]);
    expect(bot.told).toEqual(['command 1 done', 'command 0 done']);
  });

  it('has failed after a minute in which nobody came but hosts', async () => {
    const { bot, log, look, sent } = await aDesk({ to: 'everyone_but_host', message: 'Hello' });
    await look();
    await look(aView({}, [ada]), 60_000);
    expect([sent, bot.told]).toEqual([[], ['command 0 failed']]);
    expect(log).toEqual([['a chat message was not sent', { number: 0, reason: 'nobody but hosts came' }]]);
  });

  it('is left to another worker while it waits for its reader', async () => {
    const { bot, desk, look, sent } = await aDesk();
    bot.ask({ to: 'specific_user', to_user_uuid: 'ben', message: 'for Ben' });
    await look();
    await look(aView({}, [aParticipant('Ben')]), 0, desk());
    expect(sent).toHaveLength(1);
  });

  it('is written once, also when the meeting does not show it in time, and then given up with the reason', async () => {
    const { bot, log, look, meeting } = await aDesk();
    let pressed = 0;
    meeting.sendChat = async () => {
      pressed += 1;
      throw new Error('not shown within 5 s');
    };
    bot.ask(everyone('one'));
    await look();
    await look();
    expect(pressed).toBe(1);
    expect(bot.told).toEqual(['command 1 failed']);
    expect(log).toEqual([['a chat message was not sent', { number: 1, reason: 'not shown within 5 s' }]]);
  });

  it('is not claimed for a meeting that is lost, but written into the next one', async () => {
    const { bot, look, meeting, sent } = await aDesk();
    meeting.isLost = true;
    bot.ask(everyone('one'));
    await look();
    expect([sent, await bot.commands(0)]).toMatchObject([[], [{ number: 1 }]]);
    meeting.isLost = false;
    await look();
    expect(sent).toHaveLength(1);
  });

  it('is refused where a bot cannot write, or not to single people', async () => {
    const mute = await aDesk(undefined, 'joined_recording', 'none');
    mute.bot.ask(everyone('one'));
    await mute.look();
    expect(mute.log).toMatchObject([
      ['a chat message was not sent', { reason: 'a bot cannot write into the chat of this meeting' }],
    ]);
    const open = await aDesk(undefined, 'joined_recording', 'everyone');
    open.bot.ask({ to: 'specific_user', to_user_uuid: 'ada', message: 'for Ada' });
    open.bot.ask(everyone('two'));
    await open.look();
    expect(open.sent).toEqual([{ to: 'everyone', text: 'two' }]);
    expect(open.bot.told).toEqual(['command 1 failed', 'command 2 done']);
  });

  it.each<BotChatMessage>([
    { to: 'specific_user', to_user_uuid: 'ben', message: 'for Ben, who is not there' },
    { to: 'everyone_but_host', message: 'for nobody yet' },
  ])('to $to is told as failed at once, also as its greeting, where bots write to everyone only', async (greeting) => {
    const { bot, look, sent, log } = await aDesk(greeting, 'joined_recording', 'everyone');
    await look();
    expect([sent, bot.told]).toEqual([[], ['command 0 failed']]);
    expect(log).toMatchObject([
      ['a chat message was not sent', { reason: 'a bot can write to everyone only in this meeting' }],
    ]);
  });

  it('finds its reader by a lasting id too', async () => {
    const { bot, look, sent } = await aDesk();
    bot.ask({ to: 'specific_user', to_user_uuid: 'user-1', message: 'for Ada' });
    await look(aView({}, [aParticipant('Ada', { user_uuid: 'user-1' })]));
    expect(sent).toEqual([{ to: { participant_id: 'ada' }, text: 'for Ada' }]);
  });

  it('waits until the bot is in its meeting', async () => {
    const { bot, look, sent } = await aDesk(everyone('Hello'), 'joining');
    await look();
    expect(sent).toEqual([]);
    bot.move('admitted');
    await look();
    expect(sent).toHaveLength(1);
  });

  it('is written before the bot leaves, when it was asked for before', async () => {
    const { bot, finish, look, sent, line } = await aDesk();
    await look();
    bot.ask(everyone('Goodbye'));
    bot.move('leave');
    await look();
    expect(line.orders.state).toBe('leaving');
    await finish();
    expect(sent).toEqual([{ to: 'everyone', text: 'Goodbye' }]);
  });

  it('comes later when the store does not answer', async () => {
    const { bot, look, line, sent } = await aDesk();
    const { claim } = bot;
    line.claim = () => Promise.reject(new Error('no store'));
    bot.ask(everyone('one'));
    await look();
    line.claim = claim;
    await look(aView(), 500);
    expect(sent).toEqual([]);
    await look(aView(), 1_000);
    expect(sent).toHaveLength(1);
  });
});
