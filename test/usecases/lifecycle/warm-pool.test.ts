import { describe, expect, it } from 'vitest';
import type { Gate } from '../../lab/worlds/lifecycle/lifecycle-world.ts';
import { anOrder, type PoolTask, type WarmWorld, type WarmWorldInput, warmWorld } from '../../lab/worlds/warm-world.ts';

/** A world in which as many tasks are ready as are wanted. */
const ready = async (input: WarmWorldInput = {}): Promise<WarmWorld> => {
  const world = warmWorld(input);
  await world.keep();
  await world.pass(2);
  return world;
};
const the = (task: PoolTask | undefined): PoolTask => {
  if (!task) throw new Error('there is no such task');
  return task;
};
const botsOf = ({ tasks }: WarmWorld) => tasks.flatMap(({ order }) => order?.bot_id ?? []);
const isWarm = ({ task_id }: { readonly task_id: string }): boolean => !task_id.includes('bot_');

describe('a bot that somebody waits for', () => {
  it('is given a task that is there, which hears of it within a second', async () => {
    const world = await ready();
    const before_ms = world.clock.now().getTime();
    const { task_id } = await world.launch(anOrder(1));
    expect(world.clock.now().getTime() - before_ms).toBeLessThanOrEqual(1_200);
    expect(world.tasks).toHaveLength(1);
    expect(the(world.tasks[0])).toMatchObject({ task_id, order: { project_id: 'prj_1', bot_id: 'bot_1', attempt: 1 } });
  });

  it('has a task launched where none is free', async () => {
    const world = await ready();
    const answers = [await world.launch(anOrder(1)), await world.launch(anOrder(2))];
    expect(answers.map(isWarm)).toEqual([true, false]);
    expect(botsOf(world)).toEqual(['bot_1', 'bot_2']);
  });

  it('has a task to itself, however many ask at once', async () => {
    const world = await ready({ warm_tasks: { '720p': 3 } });
    const answers = await world.launchAll([1, 2, 3, 4, 5].map((number) => anOrder(number)));
    expect(answers.filter(isWarm)).toHaveLength(3);
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(5);
    expect(botsOf(world).toSorted()).toEqual(['bot_1', 'bot_2', 'bot_3', 'bot_4', 'bot_5']);
  });

  it('has one task, though its order is made twice at once, or again', async () => {
    const world = await ready({ warm_tasks: { '720p': 3 } });
    const answers = await world.launchAll([anOrder(1), anOrder(1)]);
    answers.push(await world.launch(anOrder(1)));
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1);
    expect(botsOf(world)).toEqual(['bot_1']);
    expect(world.idle()).toHaveLength(2);
  });

  it.each([
    ['is scheduled', { urgency: 'scheduled' }],
    ['only finishes a recording', { mode: 'finish' }],
    ['is of another size', { load: '1080p' }],
    ['has an order of an earlier release', { urgency: undefined }],
  ] as const)('and not one that %s', async (_, details) => {
    const world = await ready();
    expect(isWarm(await world.launch(anOrder(1, details as object)))).toBe(false);
    expect(world.idle()).toHaveLength(1);
  });

  it('is given one again when it lost its task, but not where that may be interrupted too', async () => {
    const second = anOrder(1, { attempt: 2 });
    expect(isWarm(await (await ready()).launch(second))).toBe(true);
    expect(isWarm(await (await ready({ isOnSpot: true })).launch(second))).toBe(false);
    for (const first of [anOrder(1), anOrder(1, { attempt: 2, is_anew: true })])
      expect(isWarm(await (await ready({ isOnSpot: true })).launch(first))).toBe(true);
  });

  it('is launched as ever where no task is to wait', async () => {
    const world = warmWorld({ warm_tasks: {} });
    expect(isWarm(await world.launch(anOrder(1)))).toBe(false);
    expect(world.stored.items()).toEqual([]);
  });
});

describe('a warm task', () => {
  it('that is killed before it has heard of its bot does not keep the bot waiting', async () => {
    const world = await ready();
    the(world.tasks[0]).kill();
    const before_ms = world.clock.now().getTime();
    expect(isWarm(await world.launch(anOrder(1)))).toBe(false);
    expect(world.clock.now().getTime() - before_ms).toBeLessThanOrEqual(10_500);
    expect(botsOf(world)).toEqual(['bot_1']);
  });

  it('whose end is told meanwhile gives the order back, which is nobody else’s to see to', async () => {
    const world = await ready();
    const task = the(world.tasks[0]);
    task.kill();
    const [{ task_id } = { task_id: '' }, heard] = await world.during(
      Promise.all([world.launchAll([anOrder(1)]).then(([one]) => one), world.pass(1).then(() => world.ended(task))]),
    );
    expect([task_id, heard]).toEqual(['task/bot_1/1', undefined]);
  });

  it('whose end is told before is given no bot', async () => {
    const world = await ready();
    const task = the(world.tasks[0]);
    task.kill();
    expect(await world.ended(task)).toBeUndefined();
    const before_ms = world.clock.now().getTime();
    expect(isWarm(await world.launch(anOrder(1)))).toBe(false);
    expect(world.clock.now().getTime()).toBe(before_ms);
  });

  it('that ends with its bot tells whose it was', async () => {
    const world = await ready();
    await world.launch(anOrder(1));
    const task = the(world.tasks[0]);
    task.kill();
    expect(await world.ended(task)).toMatchObject({
      project_id: 'prj_1',
      bot_id: 'bot_1',
      attempt: 1,
      mode: 'capture',
    });
  });

  it('that is told to stop is given no bot from then on', async () => {
    const world = await ready();
    the(world.tasks[0]).stop();
    await world.pass(1);
    expect([await world.waiting(), world.idle()]).toEqual([[], []]);
    expect(isWarm(await world.launch(anOrder(1)))).toBe(false);
  });

  it('that starts is given none until it is ready', async () => {
    const world = warmWorld({ starts_in_ms: () => 30_000 });
    await world.keep();
    expect(isWarm(await world.launch(anOrder(1)))).toBe(false);
    await world.pass(31);
    expect(isWarm(await world.launch(anOrder(2)))).toBe(true);
  });

  it('of an older deployment is given none, and replaced', async () => {
    const world = await ready();
    world.deploy('worker:2');
    expect(isWarm(await world.launch(anOrder(1)))).toBe(false);
    expect(await world.keep()).toContainEqual({ load: '720p', waiting: 0, started: 1, ended: 1 });
    await world.pass(2);
    expect(await world.waiting()).toMatchObject([{ made_of: 'worker:2' }]);
    expect(world.idle()).toHaveLength(1);
  });

  it('ends by itself after six hours, when nobody keeps any', async () => {
    const world = await ready();
    await world.sleep(6 * 3600);
    expect([await world.waiting(), world.idle()]).toEqual([[], []]);
  });
});

describe('keeping tasks warm', () => {
  it('starts as many as are wanted, and no more when it is asked again', async () => {
    const world = warmWorld({ warm_tasks: { '720p': 2, sound: 1 }, starts_in_ms: () => 40_000 });
    await world.keep();
    await world.keep();
    expect(world.tasks.map(({ place }) => place?.load)).toEqual(['sound', '720p', '720p']);
    await world.pass(60);
    expect((await world.keep()).filter(({ waiting }) => waiting > 0)).toEqual([
      { load: 'sound', waiting: 1, started: 0, ended: 0 },
      { load: '720p', waiting: 2, started: 0, ended: 0 },
    ]);
  });

  it('starts another for each that has got a bot, and leaves that one alone', async () => {
    const world = await ready();
    await world.launch(anOrder(1));
    expect(await world.keep()).toContainEqual({ load: '720p', waiting: 0, started: 1, ended: 0 });
    expect(world.tasks.map(({ isAlive, order }) => [isAlive, order?.bot_id])).toEqual([
      [true, 'bot_1'],
      [true, undefined],
    ]);
  });

  it('replaces one that has fallen silent', async () => {
    const world = await ready();
    the(world.tasks[0]).kill();
    await world.pass(90);
    expect(await world.keep()).toContainEqual({ load: '720p', waiting: 0, started: 1, ended: 1 });
  });

  it('starts another beside one that grows old, before that one ends', async () => {
    const world = await ready();
    await world.sleep(5 * 3600 + 55 * 60);
    expect(await world.keep()).toContainEqual({ load: '720p', waiting: 0, started: 1, ended: 0 });
    expect(world.idle()).toHaveLength(2);
    await world.sleep(10 * 60);
    await world.keep();
    expect(world.idle()).toHaveLength(1);
  });

  it('ends what is too much', async () => {
    const world = await ready({ warm_tasks: { '720p': 3 } });
    expect(await world.keep({ sound: 1 })).toContainEqual({ load: '720p', waiting: 0, started: 0, ended: 3 });
    await world.pass(2);
    expect(world.idle().map(({ place }) => place?.load)).toEqual(['sound']);
  });

  it('of one load starts them although those of another cannot be read, and tells of both', async () => {
    const world = warmWorld({ warm_tasks: { '720p': 1, '1080p': 1 } });
    await world.stored.write({ put: { pk: 'warm#720p', sk: 'task#newer', kind: 'warm_task', kind_version: 99 } });
    expect(await world.keep()).toContainEqual({ load: '1080p', waiting: 0, started: 1, ended: 0 });
    expect(await world.waiting('1080p')).toHaveLength(1);
    expect(world.faults).toEqual([
      { load: '720p', error: expect.objectContaining({ message: expect.stringContaining('cannot be read') }) },
    ]);
  });

  it('starts one of another kind, in a place of its own, where there is no room for those that may be interrupted', async () => {
    // What was learned of the second start is lost.
    let starts = 0;
    const gate: Gate = {
      async before(call) {
        if (call === 'launcher.start') starts += 1;
        if (call !== 'table.write' || starts !== 2) return;
        starts += 1;
        throw new Error('connection lost');
      },
      after: () => undefined,
    };
    const world = warmWorld({ isOnSpot: true, gate });
    world.refuseInterruptible(true);
    await world.keep();
    world.refuseInterruptible(false);
    await world.keep();
    expect(await world.waiting()).toMatchObject([{ is_uninterrupted: true }]);
    expect(world.tasks).toHaveLength(1);
  });

  it('says why it could not start one, and tries again when it is asked again', async () => {
    const world = warmWorld();
    world.refuse('no capacity');
    expect(await world.keep()).toContainEqual({
      load: '720p',
      waiting: 0,
      started: 0,
      ended: 0,
      refused: 'no capacity',
    });
    expect(await world.waiting()).toEqual([]);
    world.refuse();
    expect(await world.keep()).toContainEqual({ load: '720p', waiting: 0, started: 1, ended: 0 });
  });
});
