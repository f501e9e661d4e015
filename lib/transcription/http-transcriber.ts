/** What all providers that are asked over HTTP have in common: one request, bounded in time and in size. */
import { Agent, type FormData, request } from 'undici';
import type { TranscriberAnswer, Trouble } from '../domain/transcription/speech.ts';
import { retryAfterSeconds } from '../domain/webhook/webhook-delivery.ts';
import { boundedText } from '../net/bounded-text.ts';
import { breakOf } from '../net/network-fault.ts';
import type { Transcriber, TranscriptionRequest } from '../ports/transcriber.ts';

/** A POST as a provider wants it. */
export interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: FormData | Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  /** The first header of a name, which is in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Empty where it is larger than any answer of a provider. */
  readonly body: string;
}

export interface HttpTranscriberOptions {
  /** Whose server it is, as the reader of a transcript is told. */
  readonly who: string;
  /** For the whole exchange. */
  readonly timeout_ms: number;
  readonly questionOf: (request: TranscriptionRequest) => Question;
  /** What an answer means, whatever its status. */
  readonly read: (answer: HttpAnswer, request: TranscriptionRequest) => TranscriberAnswer;
}

const mostAnswerBytes = 4 * 1024 * 1024;

/** How much patience a server asks for, in seconds or, as some of them do beside that, in milliseconds. */
export const patienceOf = ({ header }: HttpAnswer): Pick<Trouble, 'retry_after_seconds'> => {
  const asked_ms = Number(header('retry-after-ms'));
  const asked = header('retry-after');
  const seconds =
    asked_ms > 0 ? asked_ms / 1000 : asked === undefined ? undefined : retryAfterSeconds(asked, new Date());
  return seconds === undefined ? {} : { retry_after_seconds: seconds };
};

/** Asks by one POST. Redirects are not followed: neither sound nor key goes anywhere else. */
export const httpTranscriber = ({ who, timeout_ms, questionOf, read }: HttpTranscriberOptions): Transcriber => {
  // Ours is the only limit of time: it may be longer than the usual ones. Without pipelining each request has a connection
  // of its own: one that was kept may be dead when a function wakes up, and would cost the piece an attempt.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });

  const exchange = async ({ url, headers, body }: Question, signal: AbortSignal): Promise<HttpAnswer> => {
    const sent = { accept: 'application/json', 'user-agent': 'meeting-bots-transcription/1', ...headers };
    const answer = await request(url, { method: 'POST', body, headers: sent, dispatcher, signal });
    return {
      status: answer.statusCode,
      header: (name) => [answer.headers[name]].flat()[0],
      body: (await boundedText(answer.body, mostAnswerBytes)) ?? '',
    };
  };

  return {
    async transcribe(sound) {
      const question = questionOf(sound);
      const signal = AbortSignal.timeout(timeout_ms);
      const answer = await exchange(question, signal).catch(
        (error: unknown): Trouble =>
          signal.aborted
            ? {
                status: 'unavailable',
                error_code: 'TIMEOUT',
                error_message: `${who} did not answer within ${timeout_ms / 1000} s`,
              }
            : {
                status: 'unavailable',
                error_code: 'UNREACHABLE',
                error_message: `${who} could not be reached: ${breakOf(error)}`,
              },
      );
      return 'error_code' in answer ? answer : read(answer, sound);
    },
  };
};
