/** Questions to services of others whose addresses the operator sets: bounded in time and in size, and never redirected. */
import { jsonIn } from '../domain/json.ts';
import { byTheClock, type Later } from '../process/deadline.ts';
import { boundedText } from './bounded-text.ts';
import { breakOf } from './network-fault.ts';

export interface JsonQuestion {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where the answer may begin later than that of others. */
  readonly begins_within_ms?: number;
}

export interface JsonAnswer {
  readonly status: number;
  /** The header of a name. */
  readonly header: (name: string) => string | undefined;
  /** Undefined for what is no JSON. */
  readonly body: unknown;
}

/** Answers whatever the service answers, of any status. @throws NoAnswerError, AnswerTooLargeError */
export type AskJson = (question: JsonQuestion) => Promise<JsonAnswer>;

/** The service cannot be reached, breaks off, or takes too long. The message holds no secret. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

interface Bounds {
  /** For connecting, and until the answer begins. */
  readonly begins_within_ms?: number;
  /** For the rest of the answer. */
  readonly ends_within_ms?: number;
  readonly most_bytes?: number;
  /** How the time goes: by the clock when left out, as leases do. */
  readonly later?: Later;
}

export const askJson = ({
  begins_within_ms = 10_000,
  ends_within_ms = 30_000,
  most_bytes = 16 * 1024 * 1024,
  later = byTheClock,
}: Bounds = {}): AskJson => {
  const exchange = async (asked: JsonQuestion, abort: AbortController): Promise<JsonAnswer> => {
    const { url, begins_within_ms: bound_ms = begins_within_ms, ...question } = asked;
    const within = (ms: number): Disposable => later(ms, () => abort.abort());
    const begun = async (): Promise<Response> => {
      using _ = within(bound_ms);
      return await fetch(url, { ...question, redirect: 'manual', signal: abort.signal });
    };
    const response = await begun();
    using _ = within(ends_within_ms);
    const text = response.body ? await boundedText(response.body, most_bytes) : '';
    if (text === undefined) throw new AnswerTooLargeError(`the answer has more than ${most_bytes} bytes`);
    const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
    return { status: response.status, header, body: jsonIn(text) };
  };

  return async (question) => {
    const abort = new AbortController();
    try {
      return await exchange(question, abort);
    } catch (error) {
      if (error instanceof AnswerTooLargeError) throw error;
      const { host } = new URL(question.url);
      throw new NoAnswerError(`${host}: ${abort.signal.aborted ? 'no answer in time' : breakOf(error)}`, {
        cause: error,
      });
    }
  };
};
