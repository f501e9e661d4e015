/** A page that behaves as the demo room's does, without a meeting behind it: a test says what happens in it. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What can happen in the fixture room: see its page. */
export type RoomAct = 'let_in' | 'ended' | 'removed' | 'alone' | 'silent' | 'ben_gone' | 'ghost_gone';

/**
 * For a page of the room or a worker of it: an endless loop that costs nothing, as each turn waits for an answer that the
 * room does not give. Nothing else comes in between.
 */
export const endlessLoop =
  'for (;;) { const request = new XMLHttpRequest(); request.open("GET", `${origin}/never`, false); request.send(); }';

/** How long a page waits that asks for `/slow`: it costs no processor what a page that works for so long would. */
const slowMs = 2_000;

/** Of a room in which nobody looks at people: Ada's picture hardly changes, and Ben sends nothing. */
export const unseen = 'unseen';

export type Room = Awaited<ReturnType<typeof aRoom>>;

/** Serves the fixture room; `url` takes what the room shall be like as its query, `happen` is what happens in it. */
export const aRoom = async () => {
  const html = await readFile(new URL('../fixtures/paper-room.html', import.meta.url));
  const pressed_ms: number[] = [];
  const left_ms: number[] = [];
  const loaded_ms: number[] = [];
  const listening = new Set<ServerResponse>();
  const waiting: RoomAct[] = [];
  let asked = 0;
  const tell = (act: RoomAct) => (response: ServerResponse) => response.write(`data: ${act}\n\n`);
  const server = createServer((request, response) => {
    if (request.url === '/acts') {
      listening.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.once('close', () => listening.delete(response));
      for (const act of waiting.splice(0)) tell(act)(response);
      return;
    }
    if (request.url === '/never') return;
    if (request.url === '/slow') return void setTimeout(() => response.end(), slowMs);
    if (request.url === '/loaded') loaded_ms.push(Date.now());
    if (request.url === '/pressed') pressed_ms.push(Date.now());
    if (request.url?.startsWith('/left?')) left_ms.push(Number(request.url.slice('/left?'.length)));
    // `down`: how often it is asked for in vain.
    const isDown =
      request.url?.startsWith('/room/') && asked++ < Number(new URL(request.url, 'http://a').searchParams.get('down'));
    if (isDown)
      response.writeHead(503, { 'content-type': 'text/html' }).end('<html><body>Service Unavailable</body></html>');
    else response.setHeader('content-type', 'text/html').end(html);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** When a page of it was loaded, and when somebody pressed join, and leave. */
    loaded_ms,
    pressed_ms,
    left_ms,
    /** Now, in the page that somebody has opened, or as soon as somebody opens one. */
    happen(act: RoomAct) {
      if (listening.size === 0) waiting.push(act);
      listening.forEach(tell(act));
    },
    url: (query = '') => `http://127.0.0.1:${port}/room/tea?${query}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
