import { describe, expect, it } from 'vitest';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import type { OutgoingChat } from '../../../../lib/capture/platforms/platform.ts';
import { createCommandDesk } from '../../../../lib/capture/session/acting/commands.ts';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { ordersOf } from '../../../../lib/domain/bot/orders.ts';
import type { BotChatMessage } from '../../../../lib/domain/bot/settings.ts';
import { aBot } from '../../../lab/builders/records.ts';
import { aFakeBot } from '../../support.ts';
import { aParticipant, aView } from '../meeting-double.ts';

const ada = aParticipant('Ada', { is_host: true });
const everyone = (message: string): BotChatMessage => ({ to: 'everyone', message });

const aDesk = async (greeting?: BotChatMessage, state: Bot['state'] = 'joined_recording') => {
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
    createCommandDesk(withGreeting ? { bot_chat_message: withGreeting } : {}, line, (...entry) => void log.push(entry));
  const meeting = { isLost: false, page: {} };
  const place = {
    meeting,
    platform: {
      async sendChat(_: unknown, message: OutgoingChat) {
        sent.push(message);
      },
    },
  } as unknown as Parameters<ReturnType<typeof desk>['keep']>[0];
  const one = desk();
  return {
    bot,
    line,
    sent,
    log,
    place,
    meeting,
    desk,
    /** A look at the page, after which the session's line has heard what is new. */
    look: async (view: MeetingView = aView({}, [ada]), now_ms = 0, by = one) => {
      orders = await bot.bot();
      by.keep(place, view, now_ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    finish: (view: MeetingView = aView({}, [ada])) => one.finish(place, view, 0),
  };
};

describe('what a bot is asked to write', () => {
  it('is written in the order in which it was asked for, each once', async () => {
    const { bot, look, sent } = await aDesk();
    bot.ask(everyone('one'));
    bot.ask({ to: 'everyone_but_host', message: 'two' });
    await look();
    bot.ask({ to: 'specific_user', to_user_uuid: 'ada', message: 'three' });
    await look();
    await look();
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

  it('is left to another worker while it waits for its reader', async () => {
    const { bot, desk, look, sent } = await aDesk();
    bot.ask({ to: 'specific_user', to_user_uuid: 'ben', message: 'for Ben' });
    await look();
    await look(aView({}, [aParticipant('Ben')]), 0, desk());
    expect(sent).toHaveLength(1);
  });

  it('is written once, also when the page does not show it in time, and then given up with the reason', async () => {
    const { bot, log, look, place } = await aDesk();
    let pressed = 0;
    place.platform.sendChat = async () => {
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

  it('is not claimed for a page that is lost, but written into the next one', async () => {
    const { bot, look, meeting, sent } = await aDesk();
    meeting.isLost = true;
    bot.ask(everyone('one'));
    await look();
    expect([sent, await bot.commands(0)]).toMatchObject([[], [{ number: 1 }]]);
    meeting.isLost = false;
    await look();
    expect(sent).toHaveLength(1);
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
