/** Writes what a bot is asked to write into the chat, each message once, whatever becomes of its workers. */
import { isJoined } from '../../../domain/bot/lifecycle.ts';
import { type BotCommand, type CommandOutcome, greetingNumber, leftBefore } from '../../../domain/bot/orders.ts';
import { within } from '../../../process/deadline.ts';
import { messageOf } from '../../../process/message-of.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting, OutgoingChat } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { SessionBot } from '../bot.ts';
import type { BotLine, CaptureAssignment } from '../ports.ts';

const readerWithinMs = 60_000;
const againAfterMs = 1_000;
const finishWithinMs = 3_000;

type Place = Pick<Meeting, 'isLost' | 'sendChat' | 'capabilities'>;

export interface ChatDesk {
  /** Sees to what is asked for while the session goes on with its work. Never fails. */
  keep(meeting: Place, view: MeetingView, now_ms: number): void;
  /** Before the bot leaves: waits for what it was asked for until now, for a bounded time. Never fails. */
  finish(meeting: Place, view: MeetingView, now_ms: number): Promise<void>;
  /** The bot is in no meeting any more: tells, for a bounded time, what was not written. Never fails. */
  close(): Promise<void>;
}

export interface ChatDeskPorts {
  readonly bot: Pick<SessionBot, 'orders' | 'settle'>;
  readonly line: Pick<BotLine, 'commands' | 'claim'>;
  readonly log: SessionLog;
}

const failed = (reason: string) => (): CommandOutcome => ({ state: 'failed', reason });

interface Waiting {
  readonly command: BotCommand;
  since_ms?: number;
}

/** Whom a message goes to; undefined while nobody is there who shall read it. */
const readerOf = (
  { to, to_user_uuid }: BotCommand['chat'],
  { participants }: Pick<MeetingView, 'participants'>,
): OutgoingChat['to'] | undefined => {
  if (to === 'everyone') return to;
  const others = participants.filter(({ is_self }) => !is_self);
  if (to === 'everyone_but_host') return others.some(({ is_host }) => !is_host) ? to : undefined;
  const reader = others.find(
    ({ id, user_uuid }) => to_user_uuid !== undefined && [id, user_uuid].includes(to_user_uuid),
  );
  return reader && { participant_id: reader.id };
};

const nobodyCame = ({ to }: BotCommand['chat']): string =>
  to === 'specific_user' ? 'the participant did not come' : 'nobody but hosts came';

/**
 * Lives as long as the session, across its visits to the meeting. A command is claimed before it is carried out, so that a
 * worker that is lost in between leaves one undone rather than done twice; one that waits for its reader is not claimed
 * yet, and keeps no other waiting.
 */
export const createChatDesk = (
  { bot_chat_message, joined_at }: Pick<CaptureAssignment, 'bot_chat_message' | 'joined_at'>,
  { bot, line, log }: ChatDeskPorts,
): ChatDesk => {
  let known = greetingNumber;
  let waiting: Waiting[] = bot_chat_message ? [{ command: { number: known, chat: bot_chat_message } }] : [];
  let working: Promise<void> | undefined;
  let not_before_ms = 0;
  let hasBeenThere = joined_at !== undefined;

  const asked = (): number => bot.orders?.commands_asked ?? 0;

  const fetch = async (): Promise<void> => {
    if (asked() <= known) return;
    const upTo = asked();
    const commands = await line.commands(known);
    waiting.push(...commands.map((command) => ({ command })));
    known = Math.max(upTo, ...commands.map(({ number }) => number));
  };

  /** Only once: a message that the meeting does not show in time may be sent all the same, and nobody wants it twice. */
  const write = async ({ sendChat }: Place, message: OutgoingChat): Promise<CommandOutcome> => {
    if (!sendChat) return { state: 'failed', reason: 'a bot cannot write into the chat of this meeting' };
    try {
      await sendChat(message);
      return { state: 'done' };
    } catch (error) {
      return { state: 'failed', reason: messageOf(error) };
    }
  };

  const carryOut = async (one: Waiting, act: () => CommandOutcome | Promise<CommandOutcome>): Promise<void> => {
    const { command } = one;
    const isOurs = await line.claim(command);
    waiting = waiting.filter((other) => other !== one);
    if (!isOurs) return;
    const outcome = await act();
    if (outcome.state === 'failed')
      log('a chat message was not sent', { number: command.number, reason: outcome.reason });
    await bot.settle(command, outcome);
  };

  const work = async (meeting: Place, view: MeetingView, now_ms: number): Promise<void> => {
    try {
      await fetch();
      for (const one of [...waiting]) {
        // It may be opened anew, for what nobody has claimed.
        if (meeting.isLost) return;
        one.since_ms ??= now_ms;
        const { chat } = one.command;
        const to = readerOf(chat, view);
        if (chat.to !== 'everyone' && meeting.capabilities.chat === 'everyone')
          await carryOut(one, failed('a bot can write to everyone only in this meeting'));
        else if (to) await carryOut(one, () => write(meeting, { to, text: chat.message }));
        else if (now_ms - one.since_ms >= readerWithinMs) await carryOut(one, failed(nobodyCame(chat)));
      }
    } catch (error) {
      not_before_ms = now_ms + againAfterMs;
      log('what the bot was asked for could not be seen to', { error });
    }
  };

  const begin = (meeting: Place, view: MeetingView, now_ms: number): void => {
    working = work(meeting, view, now_ms).finally(() => {
      working = undefined;
    });
  };

  const giveUp = async (): Promise<void> => {
    await working;
    await fetch();
    for (const one of [...waiting]) await carryOut(one, failed(leftBefore));
  };

  return {
    keep(meeting, view, now_ms) {
      hasBeenThere = true;
      if (working || now_ms < not_before_ms || !bot.orders || !isJoined(bot.orders.state)) return;
      if (waiting.length > 0 || asked() > known) begin(meeting, view, now_ms);
    },
    async finish(meeting, view, now_ms) {
      hasBeenThere = true;
      if (!working && waiting.length === 0 && asked() <= known) return;
      const all = (async () => {
        await working;
        begin(meeting, view, now_ms);
        await working;
      })();
      await within(finishWithinMs, 'writing what was asked for', all).catch((error: unknown) =>
        log('the bot leaves before all was written', { error }),
      );
    },
    async close() {
      if (!hasBeenThere || (waiting.length === 0 && asked() <= known)) return;
      await within(finishWithinMs, 'telling what was not written', giveUp()).catch((error: unknown) =>
        log('it could not be told what was not written', { error }),
      );
    },
  };
};
