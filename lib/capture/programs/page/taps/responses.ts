/** Listens to the answers that a page gets to its requests, by fetch and by XMLHttpRequest. Runs in the page. */
import { type Allowance, type AnswerListener, asked, createAllowance, createTap, type Tap, tapLimits } from './tap.ts';

/** A request of the page's. */
export interface TappableRequest {
  readonly url: string;
  readonly method: string;
}
export type ResponseTaps = (request: TappableRequest) => AnswerListener | undefined;

/** Of one answer: those that are wanted are few, and the people of a large meeting are more than a message may be. */
const mostBytes = tapLimits.mostBytesPerSecond;

/** All of a body, unless it is larger than a tap takes. */
const bodyOf = async (response: Response): Promise<Blob | undefined> => {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    size += next.value.byteLength;
    if (size > mostBytes) {
      reader?.cancel().catch(() => undefined);
      return undefined;
    }
  }
  return new Blob(parts);
};

const requestOf = (url: string | URL, method: string): TappableRequest | undefined => {
  const whole = URL.parse(String(url), document.baseURI)?.href;
  return whole === undefined ? undefined : { url: whole, method: method.toUpperCase() };
};

type ListenerFor = (request: TappableRequest | undefined) => AnswerListener | undefined;

const tapFetch = (listenerFor: ListenerFor, allowance: Allowance): void => {
  const { fetch } = globalThis;
  globalThis.fetch = (...input: Parameters<typeof fetch>) => {
    const answer = fetch(...input);
    const [target, options] = input;
    const request = target instanceof Request ? target : { url: target, method: 'GET' };
    const listener = listenerFor(requestOf(request.url, options?.method ?? request.method));
    // The page gets the promise that it would have got. It hears of the answer after the copy was made.
    if (listener)
      answer
        .then(async (response) => {
          const { status } = response;
          const tap = createTap((message) => listener({ ...message, status }), allowance);
          tap('other', await bodyOf(response.clone()));
        })
        .catch(() => undefined);
    return answer;
  };
};

const answerOf = (request: XMLHttpRequest): unknown => {
  if (request.responseType === '' || request.responseType === 'text') return request.responseText;
  return request.responseType === 'json' ? JSON.stringify(request.response) : request.response;
};

type Open = (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) => void;

const tapRequests = (listenerFor: ListenerFor, allowance: Allowance): void => {
  const taps = new WeakMap<XMLHttpRequest, Tap>();
  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...input: Parameters<Open>) {
    (open as Open).apply(this, input);
    const [method, url] = input;
    const listener = listenerFor(requestOf(url, method));
    if (listener)
      taps.set(
        this,
        createTap((message) => listener({ ...message, status: this.status }), allowance),
      );
    else taps.delete(this);
  };
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, ...input: Parameters<typeof send>) {
    const tap = taps.get(this);
    if (tap) this.addEventListener('load', () => tap('other', answerOf(this)), { once: true });
    send.apply(this, input);
  };
};

/** All answers together have one allowance, of which one of them may take all. */
export const tapResponses = (wanted: ResponseTaps): void => {
  const allowance = createAllowance({ mostBytes });
  const listenerFor: ListenerFor = (request) => request && asked(wanted, request);
  tapFetch(listenerFor, allowance);
  tapRequests(listenerFor, allowance);
};
