/** What Node refuses by itself, before there is a request or beside it: as problems, like everything else. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { bodyTooLarge } from '../../api/body-size.ts';
import { type Problem, problem } from '../../api/problem.ts';
import { answerHeaders } from '../../net/serving/answer-headers.ts';
import { endConnection } from '../../net/serving/end-connection.ts';
import { sendProblem } from './api-front.ts';

/** How large the headers of a request may be, all together. */
export const mostHeaderBytes = 16 * 1024;

const malformed = (detail: string): Problem => problem('malformed_request', detail);

/** By the codes of Node's errors; what is not here is a request that is none. */
const refused: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: problem('headers_too_large', `the headers are larger than ${mostHeaderBytes / 1024} KB`),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: bodyTooLarge(),
  ERR_HTTP_REQUEST_TIMEOUT: problem('request_timeout', 'the request did not come to its end in time: send it again'),
};

const written = (what: Problem): string => {
  const body = JSON.stringify(what);
  const headers = [
    `HTTP/1.1 ${what.status} ${STATUS_CODES[what.status]}`,
    'Content-Type: application/problem+json',
    ...Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
};

/** Ends a connection with a problem. */
export const endWithProblem = (socket: Duplex, what: Problem): void => endConnection(socket, written(what));

/** Whether there is a Host, without which HTTP/1.1 knows no request (RFC 9112, 3.2); a problem is sent when there is none. */
export const hasHost = (req: IncomingMessage, res: ServerResponse): boolean => {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return true;
  sendProblem(res, malformed('send the header Host'));
  return false;
};

/** Sees to a server's own refusals. The server is made with `requireHostHeader: false`; see `hasHost`. */
export const refuseWithProblems = (server: Server): void => {
  // While one is being sent, nothing else may be written between.
  const answering = new WeakSet<Duplex>();
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    answering.add(socket);
    res.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || answering.has(socket)) socket.destroy();
    else endWithProblem(socket, refused[error.code ?? ''] ?? malformed('this is no request of HTTP/1.1'));
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    sendProblem(res, problem('expectation_failed', `Expect: ${req.headers.expect} cannot be met: leave it out`));
  });
};
