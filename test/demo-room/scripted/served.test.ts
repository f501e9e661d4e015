import { describe, expect, it } from 'vitest';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { ActorError } from '../../../lib/demo-room/scripted/actor-errors.ts';
import { enterRoom, post } from '../../lab/hosts/demo-room.ts';

describe('a script that the service plays', () => {
  const script = { participants: [{ name: 'Maya' }], timeline: [] };
  const postScript = (base_url: string, room_id: string) => post(`${base_url}/room-api/rooms`, { room_id, script });

  it('goes on from the first guest until after the last', async () => {
    const played: unknown[] = [];
    const { promise: done, resolve: close } = Promise.withResolvers<void>();
    await using own = await startDemoRoom({
      patience_ms: { first_guest: 0, next_guest: 0 },
      playScript: async (run) => {
        played.push(run);
        return { done, close: async () => close() };
      },
    });
    const response = await postScript(own.base_url, 'played');
    expect(response.status).toBe(201);
    expect(played).toEqual([
      {
        base_url: own.base_url,
        room: await response.json(),
        script: expect.objectContaining({ start: { people: 2 } }),
        signal: expect.any(AbortSignal),
        onLeftOut: expect.any(Function),
      },
    ]);
    await done;
    const late = await enterRoom(own.base_url, '/room/played', 'Ben');
    expect((await late.next('notice')).text).toBe('The scripted people have left, because nobody came.');
  });

  it.each([
    [
      'Maya could not enter the meeting',
      new ActorError('Maya', 'enter the meeting', { cause: new Error('it did not load') }),
      'the script in room broken: Maya could not enter the meeting: it did not load',
    ],
    [
      'the log of the service says why',
      new Error('no browser in /opt/chromium'),
      'the script in room broken: no browser in /opt/chromium',
    ],
  ])('says in the room and in the log that it failed: %s', async (told, fault, logged) => {
    const faults: unknown[] = [];
    const { promise: done, reject: fail } = Promise.withResolvers<void>();
    await using own = await startDemoRoom({
      playScript: async () => ({ done, close: async () => undefined }),
      onError: (error) => faults.push(error),
    });
    await postScript(own.base_url, 'broken');
    const guest = await enterRoom(own.base_url, '/room/broken', 'Ben');
    fail(fault);
    const text = `The scripted people have left: ${told}.`;
    expect((await guest.next('notice')).text).toBe(text);
    const late = await enterRoom(own.base_url, '/room/broken', 'Cy');
    expect((await late.next('notice')).text).toBe(text);
    expect(faults.map((fault) => (fault as Error).message)).toEqual([logged]);
  });

  it('is one of two at most, a place that was not used being free again', async () => {
    await using own = await startDemoRoom({
      playScript: async () => ({ done: new Promise(() => undefined), close: async () => undefined }),
    });
    const ids = ['first', 'first', 'second', 'third'];
    const answers: Response[] = [];
    for (const id of ids) answers.push(await postScript(own.base_url, id));
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 429]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, null, '60']);
  });
});
