import { describe, expect, it } from 'vitest';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createDeleteBotData } from '../../../lib/usecases/bots/delete-bot-data.ts';
import { runToEnd } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

describe('a capture task that has ended', () => {
  it('leaves nothing of a bot whose data was deleted, also when another one had taken its place long before', async () => {
    const world = lifecycleWorld();
    const ref = refOf(await world.create());
    await runToEnd(world, 'working', () => world.workers.length === 1);
    const [first] = world.workers;
    if (!first) throw new Error('no task was started');
    await world.work(first, 'enter');
    world.kill(first, false);
    await runToEnd(world);
    expect(world.workers.length).toBeGreaterThan(1);
    await createDeleteBotData(world.ports)(ref);
    await runToEnd(world);
    await world.media.put(`${capturedFolder(ref)}segments/001-001/000000.m4s`, new Uint8Array(1), 'video/mp4');
    world.unreported.push(first);
    await runToEnd(world);
    expect(await world.media.list('')).toEqual([]);
    expect(world.storedBots()[0]?.state).toBe('data_deleted');
  });
});
