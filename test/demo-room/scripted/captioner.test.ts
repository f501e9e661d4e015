import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { PostedCaption } from '../../../lib/demo-room/protocol.ts';
import { createCaptioner } from '../../../lib/demo-room/scripted/captioner.ts';

/** A room's server that closes every other connection on which it is asked for something. */
const aMoodyServer = async () => {
  const taken: PostedCaption[] = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    if (asked % 2 === 1) return void request.socket.destroy();
    taken.push((await json(request)) as PostedCaption);
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base_url, taken, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

describe('a captioner', () => {
  it('writes what is said, growing, though connections are closed just when they are used', async () => {
    await using room = await aMoodyServer();
    const address = { room_id: 'tea', room_path: '/room/tea', host_path: '/room/tea?host=key' };
    const caption = createCaptioner(room.base_url, address, new AbortController().signal);
    const speech = { speaker_id: 'maya', caption_id: 'c1', translations: {}, start_ms: 0, duration_ms: 900 };
    await caption({ ...speech, text: 'Good morning Jonas, thanks for making the time' });
    expect(room.taken.map(({ text, final }) => [text, final])).toEqual([
      ['Good morning Jonas,', false],
      ['Good morning Jonas, thanks for making', false],
      ['Good morning Jonas, thanks for making the time', true],
    ]);
  });
});
