import { describe, expect, it } from 'vitest';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createSendChatMessage } from '../../../lib/usecases/bots/send-chat-message.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aChatMessage, anUtterance, aParticipantEvent, aRecording } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { resultsOf, walk } from '../../lab/walk.ts';
import { aBotInMeeting } from '../../lab/worlds/bot-in-meeting.ts';
import { capturedIn } from '../../lab/worlds/captured-world.ts';

describe('a claim whose answer is lost', () => {
  const chat = { to: 'everyone' as const, message: 'one' };
  const lost = new Error('connection lost');

  it.each([
    ['a command', 1],
    ['the greeting', 0],
  ])('holds for %s when it is made again on its way, and for nobody else', async (_, number) => {
    const { ports, ref, table } = await aBotInMeeting();
    await createSendChatMessage(ports)(ref, chat);
    const write: typeof table.write = async (...writes) => {
      await table.write(...writes);
      return table.write(...writes);
    };
    const insistent = { ...ports, commands: commandRepository({ ...table, write }) };
    expect(await createWorkerLine(insistent, ref, 1).claim({ number, chat })).toBe(true);
    expect(await createWorkerLine(ports, ref, 2).claim({ number, chat })).toBe(false);
  });

  it('holds when its worker asks again, until the command is carried out', async () => {
    const { ports, ref, table, worker } = await aBotInMeeting();
    await createSendChatMessage(ports)(ref, chat);
    const write: typeof table.write = async (...writes) => {
      await table.write(...writes);
      throw lost;
    };
    const command = { number: 1, chat };
    const unheard = { ...ports, commands: commandRepository({ ...table, write }) };
    await expect(createWorkerLine(unheard, ref, 1).claim(command)).rejects.toThrow(lost);
    expect(await worker(1).claim(command)).toBe(true);
    await worker(1).settle(command, { state: 'done' });
    expect(await worker(1).claim(command)).toBe(false);
  });
});

describe('a message that was not written', () => {
  const chat = { to: 'everyone' as const, message: 'one' };
  const lost = new Error('connection lost');

  it.each(['before', 'after'])('is told as its command ends, once, where its worker dies %s a write', async (when) => {
    const { ports, ref, table, worker } = await aBotInMeeting();
    await createSendChatMessage(ports)(ref, chat);
    const command = { number: 1, chat };
    const outcome = { state: 'failed', reason: 'the chat is closed' } as const;
    await worker().claim(command);
    let isLost = false;
    const write: typeof table.write = async (...writes) => {
      if (!isLost && when === 'after') await table.write(...writes);
      isLost = true;
      throw lost;
    };
    const dying = { ...table, write };
    const parts = { bots: listedBots(dying), commands: commandRepository(dying) };
    await expect(createWorkerLine({ ...ports, ...parts }, ref, 1).settle(command, outcome)).rejects.toThrow(lost);
    const told = async () => {
      const bot = await ports.bots.get(ref);
      const state = (await ports.commands.all(ref)).at(-1)?.state;
      return { state, warnings: bot && (presentBot(bot).warnings ?? []) };
    };
    const failed = { state: 'failed', warnings: [expect.stringContaining('the chat is closed')] };
    expect(await told()).toEqual(when === 'after' ? failed : { state: 'claimed', warnings: [] });
    await worker().settle(command, outcome);
    expect(await told()).toEqual(failed);
  });
});

describe('the message of a bot that has just joined', () => {
  it('is claimed once, whoever of its workers comes first', async () => {
    const { worker } = await aBotInMeeting();
    const greeting = { number: 0, chat: { to: 'everyone' as const, message: 'Hello' } };
    expect([await worker().claim(greeting), await worker(2).claim(greeting)]).toEqual([true, false]);
    expect(await worker(2).commands(0)).toEqual([]);
  });
});

describe('a worker that was taken for lost, and is not', () => {
  const task = { lost: 0, mode: 'capture', launched_at: '2026-03-02T10:00:00.000Z' } as const;

  it('tells nothing of the bot once another one is at work, by which it may have been pushed out', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    await ports.captureTasks.claim(ref, { ...task, attempt: 2, heartbeat_at: '2026-03-02T10:00:09.000Z' }, undefined);
    expect(await worker(1).trigger('meeting_ended', 'removed_from_meeting')).toBe('joined_recording');
    expect((await ports.bots.get(ref))?.events.at(-1)?.sub_type).not.toBe('removed_from_meeting');
    expect(await worker(2).trigger('meeting_ended', 'removed_from_meeting')).not.toBe('joined_recording');
  });

  it('tells how its meeting ended until the other one is heard of', async () => {
    const { ports, ref, worker } = await aBotInMeeting();
    await ports.captureTasks.claim(ref, { ...task, attempt: 2 }, undefined);
    expect(await worker(1).trigger('meeting_ended', 'ended_by_host')).not.toBe('joined_recording');
  });
});

describe('the heartbeat of a worker', () => {
  const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: '2026-03-02T10:00:00.000Z' } as const;
  const waiting = { execution_name: 'bot-1-1', state: 'joined_recording', sequence: 3, first_sequence: 1 } as const;
  const aWaitingBot = async () => {
    const { ports, ref, table } = await aBotInMeeting();
    await ports.captureTasks.claim(ref, task, undefined);
    await ports.executions.remember(ref, { ...waiting, token: 'first' });
    const state = { isAway: false };
    const write: typeof table.write = (...writes) =>
      state.isAway ? Promise.reject(new Error('no table')) : table.write(...writes);
    const captureTasks = captureTaskRepository({ ...table, write });
    const { lifecycle } = ports;
    const clock = aClock();
    const line = createWorkerLine({ ...ports, captureTasks, clock }, ref, 1, 'capture');
    /** What a worker does every 20 seconds. */
    const beat = () => {
      clock.advance(20);
      return line.beat();
    };
    return { ports, ref, line, beat, clock, lifecycle, state };
  };

  it('reaches the execution while the table does not answer', async () => {
    const { beat, lifecycle, state } = await aWaitingBot();
    expect(await beat()).toBe(true);
    state.isAway = true;
    await expect(beat()).rejects.toThrow('no table');
    expect(lifecycle.beats).toEqual(['first', 'first']);
  });

  it('reaches the execution where it waits by now', async () => {
    const { ports, ref, beat, lifecycle } = await aWaitingBot();
    await beat();
    await ports.executions.remember(ref, { ...waiting, sequence: 4, token: 'second' });
    await beat();
    await beat();
    expect(lifecycle.beats).toEqual(['first', 'first', 'second', 'second']);
  });

  it('reaches nobody any more once the bot is known to be of another worker', async () => {
    const { ports, ref, beat, lifecycle, state } = await aWaitingBot();
    await beat();
    await ports.captureTasks.claim(ref, { ...task, attempt: 2 }, task);
    expect(await beat()).toBe(false);
    const beats = lifecycle.beats.length;
    state.isAway = true;
    await expect(beat()).rejects.toThrow('no table');
    expect(lifecycle.beats).toHaveLength(beats);
  });

  it('is not told again and again where it failed for the table alone', async () => {
    const { line, beat, clock, lifecycle, state } = await aWaitingBot();
    await beat();
    state.isAway = true;
    await expect(beat()).rejects.toThrow('no table');
    for (let again = 0; again < 5; again += 1) {
      clock.advance(1);
      await expect(line.beat()).rejects.toThrow('no table');
    }
    expect(lifecycle.beats).toEqual(['first', 'first']);
    await expect(beat()).rejects.toThrow('no table');
    expect(lifecycle.beats).toHaveLength(3);
  });

  it.each([
    ['another worker', { attempt: 2 }],
    ['one of its number that finishes the recording', { mode: 'finish' as const }],
  ])('tells it that the bot is that of %s, also while the execution cannot be told', async (_, other) => {
    const { ports, ref, beat, lifecycle } = await aWaitingBot();
    await beat();
    lifecycle.heartbeat = () => Promise.reject(new Error('throttled'));
    await expect(beat()).rejects.toThrow('throttled');
    await ports.captureTasks.claim(ref, { ...task, ...other }, task);
    expect(await beat()).toBe(false);
  });
});

describe('what a worker hears of its bot', () => {
  const join_at = '2026-03-02T10:05:00.000Z';

  it('says when and where to join while the bot waits for it', async () => {
    const { worker } = await aBotInMeeting({ state: 'staged', join_at });
    expect((await worker().bot()).appointment).toEqual({
      join_at,
      meeting_url: 'https://meet.example.com/room/daily',
      platform: 'demo_room',
    });
  });

  it('says nothing of it once the bot is on its way: that changes no more', async () => {
    const { worker } = await aBotInMeeting({ state: 'joining', join_at });
    expect((await worker().bot()).appointment).toBeUndefined();
  });
});

describe('what does not reach a worker of its meeting', () => {
  const since = new Date('2026-03-02T10:05:00.000Z');
  const until = new Date('2026-03-02T10:06:00.000Z');
  const output_video = { id: 'v1', url: 'https://example.com/a.mp4', loop: false, asked_at: since.toISOString() };

  it('is shown to the client, also when it is told twice, and by another worker when it is over', async () => {
    const { bots, ref, worker } = await aBotInMeeting();
    await worker().missing('nothing_comes', since);
    await worker().missing('nothing_comes', until);
    await worker(2).nothingMissing(['sound_not_heard'], until);
    await worker(2).nothingMissing(['nothing_comes'], until);
    const bot = await bots.get(ref);
    expect(bot && presentBot(bot).warnings).toEqual([
      `from ${since.toISOString()} to ${until.toISOString()} neither sound nor pictures came from anybody: connections were lost, or cameras were on and nothing arrived`,
    ]);
  });

  it('and a video that was not played, is shown with its moment and its reason, once, with the first that says that it is over', async () => {
    const { bots, ref, worker } = await aBotInMeeting({ output_video });
    for (const [index, at] of [since, until].entries())
      await worker(index + 1).videoOver(output_video.id, { at, why: 'it has no picture' });
    const bot = await bots.get(ref);
    expect(bot?.output_video).toBeUndefined();
    expect(bot && presentBot(bot).warnings).toEqual([
      `at ${since.toISOString()} a video that the bot was asked to play could not be shown: it has no picture`,
    ]);
  });

  it('is not remembered any more once the data of the bot is deleted', async () => {
    const { bots, ref, worker } = await aBotInMeeting({ state: 'data_deleted', output_video });
    await worker().missing('nothing_comes', since);
    await worker().videoOver(output_video.id, { at: since, why: 'it has no picture' });
    expect((await bots.get(ref))?.missing_media).toBeUndefined();
  });
});

describe('a finished recording', () => {
  const stored = { ...aRecording(), stored_at: '2026-03-02T10:00:00.000Z' };

  it('has the moment from which the store counts its age, and is not taken back by a worker that comes later and finds no segments', async () => {
    const { bots, ref, worker } = await aBotInMeeting({ state: 'post_processing' });
    await worker().saveRecording(aRecording());
    await worker(2).saveRecording(null);
    expect((await bots.get(ref))?.recording).toEqual(stored);
  });

  it('may come after it was said that there is none', async () => {
    const { bots, ref, worker } = await aBotInMeeting({ state: 'post_processing' });
    await worker().saveRecording(null);
    await worker(2).saveRecording(aRecording());
    expect((await bots.get(ref))?.recording).toEqual(stored);
  });
});

describe('what a worker reports', () => {
  it('is stored once, also when it is reported again', async () => {
    const { line, clock, table } = await capturedIn([]);
    const entries = { utterances: [anUtterance()], participant_events: [], chat_messages: [] };
    await line.captured('batch', entries);
    const stored = table.items();
    clock.advance(5);
    await line.captured('batch', entries);
    expect(table.items()).toEqual(stored);
  });

  it('is also who people are by now, in their list and nowhere else', async () => {
    const { line, table } = await capturedIn([]);
    const nothing = { utterances: [], participant_events: [], chat_messages: [] };
    const who = { participant_uuid: 'jonas', participant_user_uuid: null, participant_is_host: false };
    const joined = aParticipantEvent({ ...who, participant_name: 'Jonas', event_type: 'join' });
    await line.captured('1', { ...nothing, participant_events: [joined] });
    const before = table.items().length;
    await line.captured('2', { ...nothing, identities: [{ ...who, participant_name: 'Jonas (ACME)' }] });
    expect(JSON.stringify(table.items()).split('Jonas (ACME)')).toHaveLength(2);
    expect(table.items()).toHaveLength(before);
  });

  it('may be larger than what one item holds, and keeps its order', async () => {
    const { bots, captured, clock, bot, line } = await capturedIn([]);
    const chat_messages = Array.from({ length: 100 }, (_, n) => aChatMessage({ id: `${n}`, text: '☃'.repeat(10_000) }));
    await line.captured('batch', { utterances: [], participant_events: [], chat_messages });
    const list = createListCaptured('chat_messages', { ...allReadable, bots, captured, clock });
    const pages = await walk((from) => list(refOf(bot), { from, page_size: 7 }), 'next');
    expect(resultsOf(pages).map(({ id }) => id)).toEqual(chat_messages.map(({ id }) => id));
    const back = await walk((from) => list(refOf(bot), { from, page_size: 7 }), 'previous', pages.at(-1)?.previous);
    expect(resultsOf(back.reverse()).length).toBe(100 - (pages.at(-1)?.results.length ?? 0));
  });
});
