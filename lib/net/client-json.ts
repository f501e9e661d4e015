/** Questions to servers of clients: through the guard, bounded in time and in size, and never redirected. */
import { Agent, request } from 'undici';
import { jsonIn } from '../domain/json.ts';
import { ForbiddenAddressError, type GuardOptions, guardedConnector } from './address-guard.ts';
import { boundedText } from './bounded-text.ts';
import { checkClientUrl } from './client-url.ts';
import { cannotBeReached } from './network-fault.ts';

export interface ClientQuestion {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a client's server gave no answer; `may_pass`: another try may find it. The message holds no part of its address. */
export class ClientAnswerError extends Error {
  override readonly name = 'ClientAnswerError';
  readonly may_pass: boolean;
  constructor(message: string, mayPass: boolean, options?: ErrorOptions) {
    super(message, options);
    this.may_pass = mayPass;
  }
}

export interface AskClientOptions extends GuardOptions {
  /** For the whole exchange, from resolving the name to the last byte. */
  readonly answers_within_ms: number;
  readonly most_bytes: number;
  /** Aborts when the time is up. */
  readonly deadline?: (timeout_ms: number) => AbortSignal;
}

/** Answers what the server answers with 200, as JSON. @throws ClientAnswerError */
export type AskClient = (question: ClientQuestion) => Promise<unknown>;

export const askClient = (options: AskClientOptions): AskClient => {
  const { answers_within_ms, most_bytes, deadline = AbortSignal.timeout } = options;

  const ask = async (
    dispatcher: Agent,
    { url, ...question }: ClientQuestion,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const refusal = checkClientUrl(url, options);
    if (refusal) throw new ClientAnswerError(refusal, false);
    const answer = await request(url, { method: 'POST', ...question, dispatcher, signal });
    if (answer.statusCode !== 200) {
      await answer.body.dump({ limit: 0 }).catch(() => undefined);
      throw new ClientAnswerError(`answers with ${answer.statusCode}`, answer.statusCode >= 500);
    }
    const text = await boundedText(answer.body, most_bytes);
    if (text === undefined) throw new ClientAnswerError(`answers more than ${most_bytes} bytes`, false);
    const said = jsonIn(text);
    if (said === undefined) throw new ClientAnswerError('answers no JSON', false);
    return said;
  };

  return async (question) => {
    const signal = deadline(answers_within_ms);
    const dispatcher = new Agent({ connect: guardedConnector(options) });
    try {
      return await ask(dispatcher, question, signal);
    } catch (cause) {
      if (cause instanceof ClientAnswerError) throw cause;
      if (signal.aborted)
        throw new ClientAnswerError(`does not answer within ${answers_within_ms / 1000} s`, false, { cause });
      if (cause instanceof ForbiddenAddressError) throw new ClientAnswerError(cause.message, false, { cause });
      throw new ClientAnswerError(cannotBeReached(cause), true, { cause });
    } finally {
      await dispatcher.destroy();
    }
  };
};
