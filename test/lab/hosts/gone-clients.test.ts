/** Servers of tests, whose clients are killed now and then. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startService } from '../../facsimiles/host/service.ts';
import { aWebServer } from '../../facsimiles/web.ts';
import { aTranscriptionServer } from './transcription-server.ts';
import { aWebhookReceiver } from './webhook-receiver.ts';

const goInTheMiddle = async (url: string): Promise<void> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const headers = [
    'Host: a',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 100',
    'Expect: 100-continue',
  ];
  socket.write(`POST / HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\nthe beginning`);
  // The server has begun to read.
  await once(socket, 'data');
  socket.resetAndDestroy();
};

it('a client that goes in the middle of a request has said nothing, and nothing of that is a fault', async () => {
  await using web = await aWebServer(() => ({ status: 204 }));
  await using receiver = await aWebhookReceiver();
  await using transcriber = await aTranscriptionServer();
  await using maker = await startService('a maker', {
    kindOf: () => 'any',
    againstRequest: () => [],
    againstAnswer: () => [],
    answer: () => ({ status: 204, headers: {}, body: '' }),
  });
  for (const { url } of [web, receiver, transcriber, maker]) await goInTheMiddle(url);
  expect((await fetch(web.url)).status).toBe(204);
  expect((await fetch(receiver.url)).status).toBe(200);
  expect((await fetch(transcriber.url)).status).toBe(400);
  expect((await fetch(maker.url)).status).toBe(204);
  expect([web.asked.length, receiver.received.length, transcriber.complaints.length]).toEqual([1, 1, 1]);
});

it('a request that is not as the protocol says is a complaint, however large', async () => {
  await using transcriber = await aTranscriptionServer();
  const { status } = await fetch(transcriber.url, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: 'x'.repeat(1_000_000),
  });
  expect([status, transcriber.complaints.length]).toEqual([400, 1]);
});
