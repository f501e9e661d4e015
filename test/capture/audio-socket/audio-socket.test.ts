import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { audioSocketOf } from '../../../lib/capture/audio-socket/audio-socket.ts';
import type { GuardOptions } from '../../../lib/net/address-guard.ts';
import { anAudioServer, aTone, loudestOf } from '../../lab/hosts/audio-server.ts';
import { until } from '../../lab/until.ts';

interface Options extends GuardOptions {
  readonly per_participant?: boolean;
}

const opened = (url: string, { per_participant = false, ...guard }: Options = { allow_loopback: true }) => {
  const sample_rate = 16_000;
  const said: Buffer[] = [];
  const logged: string[] = [];
  let hushed = 0;
  let firsts = 0;
  const socket = audioSocketOf({ settings: { url, sample_rate, per_participant }, bot_id: 'bot_1', guard })({
    log: (message) => logged.push(message),
    say: (pcm) => said.push(Buffer.from(pcm, 'base64')),
    hush: () => {
      hushed += 1;
    },
    onFirst: () => {
      firsts += 1;
    },
  });
  socket.letSpeak();
  const saidMs = () => said.reduce((sum, { length }) => sum + length, 0) / 96;
  return { socket, said, saidMs, logged, hushed: () => hushed, firsts: () => firsts };
};
const twentyMs = aTone(1_000, 0.02, 48_000).toString('base64');

describe('sound over a WebSocket', () => {
  it('is sent as it is heard, at the rate that was asked for, with the moment at which it began', async () => {
    await using server = await anAudioServer();
    const { socket } = opened(server.url);
    using _ = socket;
    await expect.poll(() => socket.isOpen).toBe(true);
    const from_ms = Date.now() - 20;
    for (let n = 0; n < 50; n += 1) socket.hear(twentyMs);
    await expect.poll(() => server.heard.length).toBe(50);
    const [first] = server.heard;
    expect(first?.message).toEqual({
      bot_id: 'bot_1',
      trigger: 'realtime_audio.mixed',
      data: { chunk: expect.any(String), sample_rate: 16_000, timestamp_ms: expect.any(Number), sequence: 1 },
    });
    expect(server.heard.at(-1)?.message.data.sequence).toBe(50);
    expect(first?.message.data.timestamp_ms).toBeGreaterThanOrEqual(from_ms);
    expect(first?.message.data.timestamp_ms).toBeLessThanOrEqual(Date.now());
    expect(server.heard.slice(1).map(({ samples }) => samples.length)).toEqual(Array(49).fill(320));
    expect(server.heard.slice(5).every(({ samples }) => loudestOf(samples) > 15_000)).toBe(true);
  });

  it('is said as it comes, at its own rate, and taken back', async () => {
    await using server = await anAudioServer();
    const { socket, saidMs, hushed } = opened(server.url);
    using _ = socket;
    await expect.poll(() => socket.isOpen).toBe(true);
    server.say(aTone(440, 0.2, 16_000));
    await expect.poll(saidMs).toBe(200);
    server.say(aTone(440, 0.2, 24_000), 24_000);
    await expect.poll(saidMs).toBe(400);
    server.say(aTone(440, 60, 16_000).subarray(0, 640_000));
    server.clear();
    await expect.poll(hushed).toBe(1);
    // Twenty seconds were given; how many of them went before depends on the machine.
    expect(saidMs()).toBeLessThan(10_000);
  });

  it('is sent person by person where that is wanted, by name, and counted for each', async () => {
    await using server = await anAudioServer();
    const { socket } = opened(server.url, { allow_loopback: true, per_participant: true });
    using _ = socket;
    expect(socket.voices_rate).toBe(16_000);
    await expect.poll(() => socket.isOpen).toBe(true);
    const pcm = aTone(1_000, 0.04, 16_000);
    const sound = { start_timestamp_ms: 1_772_442_000_123, duration_ms: 40, sample_rate: 16_000, pcm };
    socket.hearVoice({ ...sound, participant_id: 'p-ada' }, 'Ada');
    socket.hearVoice({ ...sound, participant_id: null }, null);
    socket.hearVoice({ ...sound, participant_id: 'p-ada' }, 'Ada');
    await expect.poll(() => server.voices.length).toBe(3);
    const common = { chunk: pcm.toString('base64'), sample_rate: 16_000, timestamp_ms: 1_772_442_000_123 };
    expect(server.voices.map(({ message }) => message)).toEqual(
      [
        { participant_uuid: 'p-ada', participant_name: 'Ada', ...common, sequence: 1 },
        { participant_uuid: null, participant_name: null, ...common, sequence: 1 },
        { participant_uuid: 'p-ada', participant_name: 'Ada', ...common, sequence: 2 },
      ].map((data) => ({ bot_id: 'bot_1', trigger: 'realtime_audio.per_participant', data })),
    );
  });

  it('is counted on in another socket of the same bot, as when its page was loaded anew', async () => {
    await using server = await anAudioServer();
    const open = audioSocketOf({
      settings: { url: server.url, sample_rate: 16_000, per_participant: true },
      bot_id: 'bot_1',
      guard: { allow_loopback: true },
    });
    const pcm = aTone(1_000, 0.04, 16_000);
    const ada = { participant_id: 'p-ada', start_timestamp_ms: 1, duration_ms: 40, sample_rate: 16_000, pcm };
    for (const count of [1, 2]) {
      using socket = open({
        log: () => undefined,
        say: () => undefined,
        hush: () => undefined,
        onFirst: () => undefined,
      });
      await expect.poll(() => socket.isOpen).toBe(true);
      socket.hear(twentyMs);
      socket.hearVoice(ada, 'Ada');
      await expect.poll(() => [server.heard.length, server.voices.length]).toEqual([count, count]);
    }
    for (const messages of [server.heard, server.voices])
      expect(messages.map(({ message }) => message.data.sequence)).toEqual([1, 2]);
  });

  it('tells the server, whenever it is there, that nobody can be heard by themselves', async () => {
    await using server = await anAudioServer();
    const { socket } = opened(server.url, { allow_loopback: true, per_participant: true });
    using _ = socket;
    socket.lackVoices();
    await expect.poll(() => server.notices.length).toBe(1);
    server.cut();
    await expect.poll(() => server.notices.length).toBe(2);
    expect(server.notices[1]).toEqual({
      bot_id: 'bot_1',
      trigger: 'realtime_audio.per_participant_unavailable',
      data: { reason: expect.stringContaining('realtime_audio.mixed') },
    });
  });

  it('leaves out what a slow server cannot take: single people first, and all together last', async () => {
    await using server = await anAudioServer();
    const { socket } = opened(server.url, { allow_loopback: true, per_participant: true });
    using _ = socket;
    await expect.poll(() => socket.isOpen).toBe(true);
    server.freeze();
    const pcm = aTone(1_000, 1, 16_000);
    const voice = { participant_id: 'p-ada', start_timestamp_ms: 1, duration_ms: 1_000, sample_rate: 16_000, pcm };
    for (let n = 0; n < 1_000; n += 1) socket.hearVoice(voice, 'Ada');
    const second = aTone(1_000, 1, 48_000).toString('base64');
    socket.hear(second);
    for (let n = 0; n < 1_000; n += 1) socket.hearVoice(voice, 'Ada');
    server.thaw();
    await expect.poll(() => server.heard.length).toBe(1);
    expect(server.voices.length).toBeLessThan(1_000);
  });

  it('goes on after the connection broke, without what was to be heard meanwhile', async () => {
    await using server = await anAudioServer();
    const { socket, logged, firsts } = opened(server.url);
    using _ = socket;
    expect(socket.mayBeHeard).toBe(false);
    await expect.poll(() => socket.isOpen).toBe(true);
    server.cut();
    await expect.poll(() => socket.isOpen).toBe(false);
    expect(socket.mayBeHeard).toBe(true);
    socket.hear(twentyMs);
    await expect.poll(() => server.connections).toBe(2);
    await expect.poll(() => socket.isOpen).toBe(true);
    expect(firsts()).toBe(1);
    socket.hear(twentyMs);
    await expect.poll(() => server.heard.length).toBe(1);
    expect(logged).toEqual([
      'the audio socket is connected',
      'the audio socket is not connected',
      'the audio socket is connected',
    ]);
  });

  it('is asked for more and more seldom where a server closes it as soon as it is there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await using server = await anAudioServer({ isClosed: true });
    const { socket, logged } = opened(server.url);
    using _ = socket;
    const closed = () => logged.filter((line) => line === 'the audio socket is not connected').length;
    const pauses_ms: number[] = [];
    for (let times = 1; times <= 4; times += 1) {
      await until(closed, (seen) => seen === times, 5);
      const from_ms = Date.now();
      vi.advanceTimersToNextTimer();
      pauses_ms.push(Date.now() - from_ms);
    }
    await until(closed, (seen) => seen === 5, 5);
    expect(server.connections).toBe(5);
    for (const [index, pause_ms] of pauses_ms.entries()) {
      const most_ms = 250 * 2 ** index;
      expect(pause_ms).toBeGreaterThanOrEqual(most_ms / 2);
      expect(pause_ms).toBeLessThanOrEqual(most_ms);
    }
  });

  it.each([
    ['text', 'hello'],
    ['another trigger', { trigger: 'realtime_audio.sing', data: {} }],
    ['another rate', { trigger: 'realtime_audio.bot_output', data: { chunk: '', sample_rate: 44_100 } }],
    ['no base64', { trigger: 'realtime_audio.bot_output', data: { chunk: '??' } }],
    ['nothing', {}],
  ])('is not disturbed by %s', async (_, message) => {
    await using server = await anAudioServer();
    const { socket, saidMs, logged } = opened(server.url);
    using _socket = socket;
    await expect.poll(() => socket.isOpen).toBe(true);
    for (let n = 0; n < 20; n += 1) server.send(message);
    server.say(aTone(440, 0.1, 16_000));
    await expect.poll(saidMs).toBe(100);
    expect(logged.filter((line) => line.includes('not understood'))).toHaveLength(5);
  });

  it('ends with a message that is too large, and comes back', async () => {
    await using server = await anAudioServer();
    const { socket, said } = opened(server.url);
    using _ = socket;
    await expect.poll(() => socket.isOpen).toBe(true);
    server.send('x'.repeat(1024 * 1024 + 1));
    await expect.poll(() => server.connections).toBe(2);
    expect(said).toEqual([]);
  });

  it.each([
    ['ws://127.0.0.1:9/', false],
    ['wss://10.0.0.1/', false],
    ['wss://meeting.internal/', false],
    ['ws://example.com/', true],
    ['https://example.com/', true],
    ['wss://example.com:8443/', true],
  ])('never goes to %s', async (url, allow_loopback) => {
    const { socket, logged } = opened(url, { allow_loopback });
    using _ = socket;
    expect(logged).toEqual(['the audio socket may not be reached']);
    expect(socket.isOpen).toBe(false);
  });

  it('never goes where a name leads that is not public, and does not try again', async () => {
    const resolve = async () => ['10.0.0.1'];
    const { socket, logged } = opened('wss://agent.example.com/', { allow_loopback: true, resolve });
    using _ = socket;
    await expect.poll(() => logged).toEqual(['the audio socket is not connected']);
  });

  it('is over when it is closed, whatever the server does', async () => {
    await using server = await anAudioServer();
    const { socket, firsts } = opened(server.url);
    await expect.poll(() => socket.isOpen).toBe(true);
    socket[Symbol.dispose]();
    expect(socket.isOpen).toBe(false);
    socket.hear(twentyMs);
    expect([firsts(), server.connections, server.heard.length]).toEqual([1, 1, 0]);
  });
});
