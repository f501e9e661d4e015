import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';

const room = await startDemoRoom();
afterAll(() => room.close());
vi.stubGlobal('location', new URL(room.base_url));

/** What the service was asked for. */
const bots: { readonly meeting_url: string }[] = [];
const { fetch } = globalThis;
vi.stubGlobal('fetch', async (to: string | URL | Request, init?: RequestInit) => {
  const request = new Request(to instanceof Request ? to : new URL(to, room.base_url), init);
  if (!request.url.endsWith('/api/v1/bots')) return fetch(request);
  bots.push((await request.json()) as (typeof bots)[number]);
  return Response.json({ id: 'bot_1' }, { status: 201 });
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => void bots.splice(0));

const { rehearse } = await import('../../../dashboard/bots/rehearse.ts');

const script = {
  participants: [{ name: 'Maya Lindqvist', host: true }],
  timeline: [{ at_ms: 600_000, who: 'Maya Lindqvist', do: 'refuse' }],
};

it('a script of one’s own is played in a room of the demo room, to which a bot is sent', async () => {
  expect(await rehearse(script)).toEqual({ id: 'bot_1' });
  expect(bots).toEqual([{ bot_name: 'Minutes', meeting_url: expect.stringContaining(`${room.base_url}/room/`) }]);
  expect((await fetch(bots[0]?.meeting_url ?? '')).status).toBe(200);
});

it('a script that the room does not play is refused with its words, and no bot is sent', async () => {
  await expect(rehearse({ participants: [], timeline: [] })).rejects.toThrow('script.participants');
  expect(bots).toEqual([]);
});
