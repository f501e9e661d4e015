import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { botStates, joinedStates } from '../../../lib/domain/bot/lifecycle.ts';
import type { VoiceAgentSettings, VoiceAgentSettingsChange } from '../../../lib/domain/bot/settings.ts';
import { InvalidTransitionError, NotFoundError, ValidationError } from '../../../lib/domain/errors.ts';
import { checkClientUrl } from '../../../lib/net/client-url.ts';
import { botRepository } from '../../../lib/storage/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/captured.ts';
import { commandRepository } from '../../../lib/storage/commands.ts';
import { executionRepository } from '../../../lib/storage/executions.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { participantRepository } from '../../../lib/storage/participants.ts';
import { createOutputVideo } from '../../../lib/usecases/bots/output-video.ts';
import { createSendChatMessage } from '../../../lib/usecases/bots/send-chat-message.ts';
import { createUpdateTranscriptionSettings } from '../../../lib/usecases/bots/update-transcription-settings.ts';
import { createUpdateVoiceAgentSettings } from '../../../lib/usecases/bots/update-voice-agent-settings.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { recordingLifecycle } from '../../lab/doubles/recording-lifecycle.ts';

const setUp = async (details: Partial<Bot> = {}) => {
  const clock = aClock('2026-03-02T10:00:00.000Z');
  const table = memoryTable(clock);
  const bots = botRepository(table);
  const bot = aBot({ state: 'joined_recording', ...details });
  await bots.create(bot);
  const ref = refOf(bot);
  const ports = {
    bots,
    clock,
    captured: capturedRepository(table),
    captureTasks: captureTaskRepository(table),
    commands: commandRepository(table),
    executions: executionRepository(table),
    participants: participantRepository(table),
    lifecycle: recordingLifecycle(),
    checkAddress: (url: string) => checkClientUrl(url),
    checkVideo: async (url: string) => (url.endsWith('.mp4') ? undefined : 'does not lead to an MP4 file'),
    hasCustomTranscription: false,
  };
  return { bots, bot, ref, ports, table, worker: (attempt = 1) => createWorkerLine(ports, ref, attempt) };
};

const notInMeeting = botStates.filter((state) => !(joinedStates as readonly string[]).includes(state));
const over = ['ready', 'leaving', 'post_processing', 'ended', 'fatal_error', 'data_deleted'] as const;

describe('asking a bot to write into the chat', () => {
  it('is heard by its worker, in the order in which it was asked, each once', async () => {
    const { ports, ref, worker } = await setUp();
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
    const { ports, ref, worker } = await setUp();
    const sendChat = createSendChatMessage(ports);
    const messages = Array.from({ length: 12 }, (_, n) => `${n}`);
    await Promise.all(messages.map((message) => sendChat(ref, { to: 'everyone', message })));
    const commands = await worker().commands(0);
    expect(commands.map(({ number }) => number)).toEqual(messages.map((_, n) => n + 1));
    expect(commands.map(({ chat }) => chat.message).sort()).toEqual(messages.sort());
  });

  it('remembers how it ended', async () => {
    const { ports, ref, table, worker } = await setUp();
    await createSendChatMessage(ports)(ref, { to: 'everyone', message: 'one' });
    const line = worker();
    const [command] = await line.commands(0);
    if (!command) throw new Error('no command');
    await line.claim(command);
    await line.settle(command, { state: 'failed', reason: 'the chat is closed' });
    const stored = table.items().find(({ kind }) => kind === 'command');
    expect(stored).toMatchObject({ state: 'failed', reason: 'the chat is closed' });
  });

  it.each(notInMeeting)('is refused while the bot is %s', async (state) => {
    const { ports, ref } = await setUp({ state });
    const sent = createSendChatMessage(ports)(ref, { to: 'everyone', message: 'one' });
    await expect(sent).rejects.toThrow(new InvalidTransitionError('send a chat message', state));
  });

  it('of another project is as if there were none', async () => {
    const { ports, ref } = await setUp();
    const sent = createSendChatMessage(ports)({ ...ref, project_id: 'prj_other' }, { to: 'everyone', message: 'one' });
    await expect(sent).rejects.toThrow(NotFoundError);
  });
});

describe('a claim whose answer is lost', () => {
  const chat = { to: 'everyone' as const, message: 'one' };
  const lost = new Error('connection lost');

  it.each([
    ['a command', 1],
    ['the greeting', 0],
  ])('holds for %s when it is made again on its way, and for nobody else', async (_, number) => {
    const { ports, ref, table } = await setUp();
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
    const { ports, ref, table, worker } = await setUp();
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

describe('the message of a bot that has just joined', () => {
  it('is claimed once, whoever of its workers comes first', async () => {
    const { worker } = await setUp();
    const greeting = { number: 0, chat: { to: 'everyone' as const, message: 'Hello' } };
    expect([await worker().claim(greeting), await worker(2).claim(greeting)]).toEqual([true, false]);
    expect(await worker(2).commands(0)).toEqual([]);
  });
});

describe('having a bot play a video', () => {
  const video = { url: 'https://example.com/a.mp4', loop: false };

  it('is told to its worker until that says that it is over', async () => {
    const { ports, ref, worker } = await setUp();
    const outputVideo = createOutputVideo(ports);
    await outputVideo(ref, video);
    const line = worker();
    const asked = (await line.bot()).output_video;
    expect(asked).toEqual({ ...video, id: expect.any(String), asked_at: '2026-03-02T10:00:00.000Z' });
    await line.videoStarted(asked?.id ?? '');
    expect((await line.bot()).output_video).toEqual({ ...asked, started_at: '2026-03-02T10:00:00.000Z' });
    await expect(outputVideo(ref, video)).rejects.toThrow(
      'cannot play a video: the bot is playing one already: wait until it is over',
    );
    await line.videoOver('another');
    expect((await line.bot()).output_video).toBeDefined();
    await line.videoOver(asked?.id ?? '');
    expect((await line.bot()).output_video).toBeUndefined();
    await outputVideo(ref, video);
  });

  it('is refused where there is no video', async () => {
    const { ports, ref } = await setUp();
    const played = createOutputVideo(ports)(ref, { ...video, url: 'https://example.com/a.txt' });
    await expect(played).rejects.toThrow(new ValidationError({ url: ['does not lead to an MP4 file'] }));
  });

  it.each(notInMeeting)('is refused while the bot is %s, without a look at the address', async (state) => {
    const { ports, ref } = await setUp({ state });
    const checkVideo = () => Promise.reject(new Error('was looked at'));
    const played = createOutputVideo({ ...ports, checkVideo })(ref, video);
    await expect(played).rejects.toThrow(new InvalidTransitionError('play a video', state));
  });
});

describe('the voice agent of a bot', () => {
  const reserved: VoiceAgentSettings = { reserve_resources: true };
  const [agent, other] = ['https://agent.example.com/', 'https://other.example.com/'];

  it.each<[string, VoiceAgentSettings, VoiceAgentSettingsChange, VoiceAgentSettings]>([
    ['starts', reserved, { url: agent }, { url: agent, reserve_resources: true }],
    ['changes', { ...reserved, url: agent }, { url: other }, { url: other, reserve_resources: true }],
    [
      'moves from the camera to the screen share',
      { ...reserved, url: agent },
      { screenshare_url: agent },
      { screenshare_url: agent, reserve_resources: true },
    ],
    ['is turned off', { ...reserved, url: agent }, { url: '' }, reserved],
    [
      'stays when the other output is turned off',
      { ...reserved, url: agent },
      { screenshare_url: '' },
      { ...reserved, url: agent },
    ],
    [
      'is turned off though it was not reserved',
      { url: agent, reserve_resources: false },
      { url: '' },
      { reserve_resources: false },
    ],
  ])('%s', async (_, before, change, after) => {
    const { ports, ref, worker } = await setUp({ voice_agent_settings: before });
    await createUpdateVoiceAgentSettings(ports)(ref, change);
    expect((await worker().bot()).voice_agent_settings).toEqual(after);
  });

  it.each([undefined, { reserve_resources: false }])('does not start where none was reserved', async (settings) => {
    const { ports, ref } = await setUp(settings && { voice_agent_settings: settings });
    const updated = createUpdateVoiceAgentSettings(ports)(ref, { url: agent });
    await expect(updated).rejects.toThrow('reserve_resources true');
  });

  it('is not at an address inside a network', async () => {
    const { ports, ref } = await setUp({ voice_agent_settings: reserved });
    const updated = createUpdateVoiceAgentSettings(ports)(ref, { screenshare_url: 'https://10.0.0.1/' });
    const errors = { screenshare_url: ['must lead to a host on the public internet'] };
    await expect(updated).rejects.toThrow(new ValidationError(errors));
  });

  it.each(over)('cannot be changed while the bot is %s', async (state) => {
    const { ports, ref } = await setUp({ state, voice_agent_settings: reserved });
    const updated = createUpdateVoiceAgentSettings(ports)(ref, { url: agent });
    await expect(updated).rejects.toThrow(new InvalidTransitionError('change the voice agent', state));
  });
});

describe('the transcription of a bot', () => {
  const german = { meeting_closed_captions: { platform_a_language: 'de' } };
  const deepgram = { stt_a: { language: 'en', model: 'nova-3' } };

  it('gets other settings in the middle of the meeting', async () => {
    const { ports, ref, worker } = await setUp();
    await createUpdateTranscriptionSettings(ports)(ref, german);
    expect((await worker().bot()).transcription_settings).toEqual(german);
  });

  it('changes hands while the bot is scheduled, and not later', async () => {
    const { ports, ref, bots } = await setUp({ state: 'scheduled' });
    await createUpdateTranscriptionSettings(ports)(ref, deepgram);
    expect((await bots.get(ref))?.transcription_settings).toEqual(deepgram);
    const inMeeting = await setUp();
    const updated = createUpdateTranscriptionSettings(inMeeting.ports)(inMeeting.ref, deepgram);
    await expect(updated).rejects.toThrow('stt_a: cannot take the place of meeting_closed_captions');
  });

  it('is not done by a server that is not set up', async () => {
    const { ports, ref } = await setUp({ transcription_settings: { custom_async: {} } });
    const updated = createUpdateTranscriptionSettings(ports)(ref, { custom_async: { language: 'de' } });
    await expect(updated).rejects.toThrow('no CUSTOM_ASYNC_TRANSCRIPTION_URL here');
  });

  it.each(over)('cannot be changed while the bot is %s', async (state) => {
    const { ports, ref } = await setUp({ state });
    const updated = createUpdateTranscriptionSettings(ports)(ref, german);
    await expect(updated).rejects.toThrow(new InvalidTransitionError('change the transcription', state));
  });
});
