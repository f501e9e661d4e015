/** A server for speech-to-text on this machine, as an operator would run one: it takes the protocol at its word. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';
import { bodyOf } from './request-body.ts';

/** What came in one request. */
export interface Asked {
  readonly sample_rate: number;
  /** 16-bit samples. */
  readonly samples: Int16Array;
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The n-th answer, from 1: what is returned goes out as JSON, unless the response was ended already. */
export type Answering = (asked: Asked, n: number, response: ServerResponse) => unknown;

export interface TranscriptionServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** What was wrong with requests. */
  readonly complaints: readonly string[];
}

/** An answer of the protocol, with a word of half a second after the other. */
export const saying = (text: string) => ({
  status: 'done',
  result: {
    transcription: {
      full_transcript: text,
      utterances: [{ words: text.split(' ').map((word, i) => ({ word, start: i / 2, end: i / 2 + 0.4 })) }],
    },
  },
});

/** @throws AssertionError where the request is not as the protocol says */
const read = async (request: IncomingMessage, body: Buffer): Promise<Asked> => {
  const type = request.headers['content-type'] ?? '';
  assert.equal(request.method, 'POST');
  assert.match(type, /^multipart\/form-data; boundary=/);
  assert.equal(request.headers.authorization, undefined);
  const form = await new Response(Uint8Array.from(body), {
    headers: { 'content-type': type },
  }).formData();
  const { audio, sample_rate, ...rest } = Object.fromEntries(form);
  assert.ok(audio instanceof File, 'audio is a file');
  assert.ok(audio.size > 0 && audio.size % 2 === 0, 'audio is whole samples of 16 bits');
  assert.match(String(sample_rate), /^\d+$/);
  const fields = Object.entries(rest).map(([name, value]) => {
    assert.equal(typeof value, 'string', `${name} is a string`);
    return [name, String(value)] as const;
  });
  return {
    sample_rate: Number(sample_rate),
    samples: new Int16Array(await audio.arrayBuffer()),
    fields: Object.fromEntries(fields),
  };
};

export const aTranscriptionServer = async (
  answer: Answering = () => saying('Good morning.'),
): Promise<TranscriptionServer> => {
  const asked: Asked[] = [];
  const complaints: string[] = [];
  const server = createServer({ keepAliveTimeout: keepAliveMs }, async (request, response) => {
    const body = await bodyOf(request);
    if (!body) return;
    try {
      const one = await read(request, body);
      const answered = await answer(one, asked.push(one), response);
      if (!response.writableEnded && answered !== undefined) {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answered));
      }
    } catch (error) {
      complaints.push(String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/transcribe`,
    asked,
    complaints,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
