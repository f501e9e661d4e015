/** `custom_async`: the server for speech-to-text that the operator of this installation runs. */
import { Agent, FormData, request } from 'undici';
import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import { retryAfterSeconds } from '../domain/webhook/webhook-delivery.ts';
import type { Transcriber, TranscriptionRequest } from '../ports/transcriber.ts';
import { readAnswer, readErrorCode } from './custom-async-answer.ts';

export interface CustomAsyncOptions {
  /**
   * Any address, also a private one and plain http: the operator of the installation names it, and not a client. So it
   * does not pass the guard that clients' addresses do.
   */
  readonly url: string;
  /** For the whole exchange. */
  readonly timeout_ms: number;
}

const mostAnswerBytes = 4 * 1024 * 1024;

/** With these statuses the server says that this very request can never succeed. After any other one it is sent again. */
const finalStatuses: readonly number[] = [400, 413, 415, 422];

const formOf = ({ pcm, sample_rate, parameters }: TranscriptionRequest): FormData => {
  const form = new FormData();
  form.append('audio', new Blob([Uint8Array.from(pcm)], { type: 'application/octet-stream' }), 'audio.pcm');
  form.append('sample_rate', String(sample_rate));
  for (const [name, value] of Object.entries(parameters)) form.append(name, String(value));
  return form;
};

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostAnswerBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const patienceOf = (header: string | string[] | undefined) => {
  const seconds = typeof header === 'string' ? retryAfterSeconds(header, new Date()) : undefined;
  return seconds === undefined ? {} : { retry_after_seconds: seconds };
};

/** Asks by one POST of a form. Redirects are not followed. */
export const customAsyncTranscriber = ({ url, timeout_ms }: CustomAsyncOptions): Transcriber => {
  // Ours is the only limit of time: it may be longer than the usual ones. Without pipelining each request has a connection
  // of its own: one that was kept may be dead when a function wakes up, and would cost the piece an attempt.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });

  const ask = async (sound: TranscriptionRequest, signal: AbortSignal): Promise<TranscriberAnswer> => {
    const headers = { accept: 'application/json', 'user-agent': 'meeting-bots-transcription/1' };
    const answer = await request(url, { method: 'POST', body: formOf(sound), headers, dispatcher, signal });
    const { statusCode } = answer;
    const body = await textOf(answer.body);
    if (statusCode >= 200 && statusCode < 300) return readAnswer(body);
    const error_code = readErrorCode(body) ?? `HTTP_${statusCode}`;
    if (finalStatuses.includes(statusCode)) return { status: 'refused', error_code };
    return { status: 'unavailable', error_code, ...patienceOf(answer.headers['retry-after']) };
  };

  return {
    async transcribe(sound) {
      const signal = AbortSignal.timeout(timeout_ms);
      try {
        return await ask(sound, signal);
      } catch {
        return { status: 'unavailable', error_code: signal.aborted ? 'TIMEOUT' : 'UNREACHABLE' };
      }
    },
  };
};
