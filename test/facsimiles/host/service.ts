/** A maker's service on this machine: it counts, checks both sides against the maker's description, and fails on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';
import { bodyOf } from '../../lab/hosts/request-body.ts';
import type { Answer, Asked } from './exchange.ts';
import { createFaults, type Fault, type Faults } from './faults.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';

export interface Conduct {
  /** Under which name a request is counted and meets faults, such as `events.list`. */
  kindOf(asked: Asked): string;
  /** What the maker's description has against a request. */
  againstRequest(asked: Asked): string[];
  /** What the maker's description has against an answer. */
  againstAnswer(asked: Asked, answer: Answer): string[];
  /** @param note - takes what the client should not have done, where only the state of the service shows it */
  answer(asked: Asked, note: (misuse: string) => void): Answer | Promise<Answer>;
  /** Called when the service ends. */
  close?(): Promise<void>;
}

/** Ending it throws where a request or an answer was not as the maker's description says. */
export interface Service extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  readonly requests: RequestLog;
  readonly faults: Faults;
  /** What was not as the maker's description says, on either side; taking it makes it a thing that was expected. */
  takeViolations(): string[];
}

const mostBodyBytes = 1_000_000;

const send = async (response: ServerResponse, answer: Answer, fault: Fault | undefined): Promise<void> => {
  const whole = Buffer.from(answer.body);
  const isHalved =
    (fault?.kind === 'cut' && fault.when === 'within') || (fault?.kind === 'hold' && fault.what === 'rest');
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status !== 204 && { 'content-length': whole.length }),
  });
  if (!isHalved) {
    response.end(whole);
    return;
  }
  const half = Math.floor(whole.length / 2);
  await new Promise<void>((resolve) => response.write(whole.subarray(0, half), () => resolve()));
  if (fault?.kind === 'hold') {
    await fault.until;
    response.end(whole.subarray(half));
  } else {
    response.socket?.resetAndDestroy();
  }
};

export const startService = async (name: string, conduct: Conduct): Promise<Service> => {
  const faults = createFaults();
  const requests = createRequestLog();
  let violations: string[] = [];

  const note = (side: string, { method, url }: Asked, found: readonly string[]): void => {
    for (const what of found) violations.push(`${name}: ${side} of ${method} ${url.pathname}${url.search}: ${what}`);
  };

  const answerTo = async (asked: Asked, fault: Fault | undefined): Promise<Answer> => {
    if (fault?.kind === 'answer') return fault.answer;
    const honest = await conduct.answer(asked, (misuse) => note('request', asked, [misuse]));
    note('answer', asked, conduct.againstAnswer(asked, honest));
    return fault?.kind === 'alter' ? fault.alter(honest, asked) : honest;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    if (!body) return;
    if (body.length > mostBodyBytes) throw new Error('a request of more than a megabyte');
    const asked: Asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', `http://${request.headers.host}`),
      headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)])),
      body: body.toString(),
    };
    const kind = conduct.kindOf(asked);
    note('request', asked, conduct.againstRequest(asked));
    const fault = faults.take(kind, asked);
    const entry = requests.begin(kind, asked);
    try {
      if (fault?.kind === 'cut' && fault.when === 'before') return void request.socket.resetAndDestroy();
      if (fault?.kind === 'hold' && fault.what === 'answer') await fault.until;
      const answer = await answerTo(asked, fault);
      entry.status = answer.status;
      if (fault?.kind === 'cut' && fault.when === 'after') return void request.socket.resetAndDestroy();
      await send(response, answer, fault);
    } finally {
      requests.end(entry);
    }
  };

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      violations.push(`${name}: the facsimile failed at ${request.method} ${request.url}: ${String(error)}`);
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const takeViolations = (): string[] => {
    const taken = violations;
    violations = [];
    return taken;
  };

  return {
    url,
    requests,
    faults,
    takeViolations,
    async [Symbol.asyncDispose]() {
      await conduct.close?.();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const found = takeViolations();
      if (found.length > 0) throw new Error(`not as the maker describes it:\n${found.join('\n')}`);
    },
  };
};
