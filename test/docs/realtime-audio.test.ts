import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { audioSocketOf } from '../../lib/capture/audio-socket/audio-socket.ts';
import { anAudioServer, aTone } from '../lab/hosts/audio-server.ts';
import { snippetsIn } from './snippets.ts';

const page = readFileSync(new URL('../../docs/realtime-audio.md', import.meta.url), 'utf8');
const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? [];

/** Loaded before the server, which listens at any free port: tells the test at which. */
const tellPort = `import { tracingChannel } from 'node:diagnostics_channel';
tracingChannel('net.server.listen').subscribe({ asyncEnd: ({ server }) => process.send(server.address().port) });`;

it('the server in docs/realtime-audio.md says what it hears', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(tellPort)}`;
  const server = spawn(process.execPath, ['--import', preload, '--input-type=module', '--eval', program], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [port] = await once(server, 'message');
    let said_ms = 0;
    const settings = { url: `ws://localhost:${port}/`, sample_rate: 16_000 as const, per_participant: false };
    using socket = audioSocketOf({ settings, bot_id: 'bot_1', guard: { allow_loopback: true } })({
      log: () => undefined,
      say: (pcm) => {
        said_ms += Buffer.from(pcm, 'base64').length / 96;
      },
      hush: () => undefined,
      onFirst: () => undefined,
    });
    socket.letSpeak();
    await expect.poll(() => socket.isOpen).toBe(true);
    for (let n = 0; n < 10; n += 1) socket.hear(aTone(440, 0.02, 48_000).toString('base64'));
    await expect.poll(() => said_ms).toBeGreaterThan(150);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});

it('the messages in docs/realtime-audio.md are those that a bot sends', async () => {
  const shown = snippetsIn('docs/realtime-audio.md')
    .filter(({ language, text }) => language === 'json' && text.includes('"trigger"'))
    .map(({ text }) => JSON.parse(text));
  await using server = await anAudioServer();
  const settings = { url: server.url, sample_rate: 16_000 as const, per_participant: true };
  const nothing = () => undefined;
  const tell = { log: nothing, say: nothing, hush: nothing, onFirst: nothing };
  using socket = audioSocketOf({ settings, bot_id: shown[0].bot_id, guard: { allow_loopback: true } })(tell);
  await expect.poll(() => socket.isOpen).toBe(true);
  socket.hear(aTone(440, 0.02, 48_000).toString('base64'));
  const { participant_uuid: participant_id, participant_name, timestamp_ms, sample_rate } = shown[1].data;
  const pcm = aTone(440, 0.04, sample_rate);
  socket.hearVoice(
    { participant_id, start_timestamp_ms: timestamp_ms, duration_ms: 40, sample_rate, pcm },
    participant_name,
  );
  socket.lackVoices();
  const chunk = expect.any(String);
  const sound = { chunk, timestamp_ms: expect.any(Number) };
  await expect
    .poll(() => [
      ...server.heard.map(({ message }) => message),
      ...server.voices.map(({ message }) => message),
      ...server.notices,
    ])
    .toEqual(shown.map((one) => (one.data.chunk ? { ...one, data: { ...one.data, ...sound } } : one)));
});
