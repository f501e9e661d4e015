/** A POST over a dispatcher, of whose answer only the beginning is read. */
import type { Dispatcher } from 'undici';

export interface Answered {
  readonly status: number;
  readonly retry_after: string | undefined;
  /** The beginning of the body; as long as it got where it broke off. */
  readonly body: Buffer;
}

/** Calls when the time is up, unless it is called off before. */
export type Deadline = (timeout_ms: number, onUp: () => void) => { callOff(): void };

export const deadlineByTimer: Deadline = (timeout_ms, onUp) => {
  const timer = setTimeout(onUp, timeout_ms);
  return { callOff: () => clearTimeout(timer) };
};

export interface ExchangeOptions {
  readonly timeout_ms: number;
  readonly deadline: Deadline;
  /** More of the answer is not read, and costs the connection. */
  readonly most_body_bytes: number;
}

const restIsNotRead = new Error('the rest of the answer is not read');

/**
 * The time is that of the whole exchange, connecting included. Speaks to the dispatcher itself: its `request` makes a
 * stream of each answer and listens to a signal for each, which costs more than all the rest of its work.
 */
export const exchange = (
  dispatcher: Dispatcher,
  request: Pick<Dispatcher.DispatchOptions, 'origin' | 'path' | 'headers' | 'body'>,
  { timeout_ms, deadline, most_body_bytes }: ExchangeOptions,
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let begun: Dispatcher.DispatchController | undefined;
    let status: number | undefined;
    let retry_after: string | undefined;
    let isOver = false;

    /** A status that has arrived is an answer, whatever came then. */
    const end = (fault?: Error): void => {
      if (isOver) return;
      isOver = true;
      time.callOff();
      if (status === undefined) reject(fault);
      else resolve({ status, retry_after, body: Buffer.concat(chunks) });
    };
    const breakOff = (fault: Error): void => {
      end(fault);
      begun?.abort(fault);
    };
    const time = deadline(timeout_ms, () => breakOff(new Error(`no answer within ${timeout_ms / 1000} s`)));

    // Its own limits, which begin anew with each part of an answer, are not needed beside that time.
    dispatcher.dispatch(
      { ...request, method: 'POST', headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(controller) {
          begun = controller;
          if (isOver) controller.abort(new Error('the time was up before there was a connection'));
        },
        onResponseStart(_, statusCode, headers) {
          // What a server says before its answer, as "103 Early Hints", is none.
          if (statusCode < 200) return;
          status = statusCode;
          const value = headers['retry-after'];
          retry_after = Array.isArray(value) ? value[0] : value;
        },
        onResponseData(_, chunk) {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= most_body_bytes) breakOff(restIsNotRead);
        },
        onResponseEnd: () => end(),
        onResponseError: (_, fault) => end(fault),
      },
    );
  });
