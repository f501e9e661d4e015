import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Calendar } from '../../../lib/domain/calendar/calendar.ts';
import { CaptureNotLaunchedError, EffectFailedError, RecordingUnfinishedError } from '../../../lib/domain/errors.ts';
import { type CaptureOrder, printPlace } from '../../../lib/ports/capture-order.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { erasureRepository } from '../../../lib/storage/bots/erasures.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { itemOfCalendar } from '../../../lib/storage/calendars/calendar-item.ts';
import { type BotRef, refOf } from '../../../lib/storage/keys.ts';
import { warmTaskRepository } from '../../../lib/storage/warm-tasks.ts';
import { aStreamEvent } from '../../lab/builders/events.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { type MemoryMediaStore, memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { type MemoryTable, memoryTable } from '../../lab/doubles/memory-table.ts';
import { type RecordingLifecycle, recordingLifecycle } from '../../lab/doubles/recording-lifecycle.ts';

interface Shared {
  table: MemoryTable;
  media: MemoryMediaStore;
  lifecycle: RecordingLifecycle;
  launched: CaptureOrder[];
  /** Of whom something is being removed. */
  erasing: BotRef[];
  refusal?: Error;
  /** What is due of calendars. */
  due: string[];
  noQueue?: Error;
}
const { shared } = vi.hoisted(() => ({ shared: {} as Shared }));
/** Functions open their ports once; each test has its own behind them. */
vi.mock('#adapters/media-store.ts', () => ({
  openMediaStore: () => new Proxy({}, { get: (_, method) => Reflect.get(shared.media, method) }),
}));
vi.mock('#adapters/table.ts', () => ({
  openTable: () => new Proxy({}, { get: (_, method) => Reflect.get(shared.table, method) }),
}));
vi.mock('#adapters/lifecycle-execution.ts', () => ({
  openLifecycleExecution: () => new Proxy({}, { get: (_, method) => Reflect.get(shared.lifecycle, method) }),
}));
vi.mock('#adapters/queue.ts', () => ({
  openCalendarQueue: () => ({
    send: async (messages: readonly { body: { id: string } }[]) => {
      if (shared.noQueue) throw shared.noQueue;
      shared.due.push(...messages.map(({ body }) => body.id));
    },
  }),
  openTranscriptionQueue: () => ({ send: () => Promise.reject(new Error('there is nothing to transcribe')) }),
}));
vi.mock('#adapters/eraser.ts', () => ({
  openEraser: () => ({ start: async (bots: readonly BotRef[]) => void shared.erasing.push(...bots) }),
}));
vi.mock('#adapters/capture-launcher.ts', () => ({
  openCaptureLauncher: () => ({
    launch: async (order: CaptureOrder) => {
      if (shared.refusal) throw shared.refusal;
      shared.launched.push(order);
      return { task_id: `task-${order.attempt}` };
    },
    isPending: async () => false,
    stop: async () => undefined,
  }),
}));

const now = () => new Date().toISOString();
/** A bot that entered these states just now. */
const lived = (...states: Parameters<typeof aBotEvent>[0][]) => {
  const events = states.map((event) => aBotEvent({ created_at: now(), ...event }));
  return aBot({ state: events.at(-1)?.state ?? 'joining', join_at: now(), events, version: events.length });
};
const joined = { type: 'joined_meeting', state: 'joined_recording' } as const;
const handlerOf = async (file: string) =>
  ((await import(`../../../lambdas/lifecycle/${file}.ts`)) as { handler: (event: unknown) => Promise<unknown> })
    .handler;

beforeEach(() => {
  // Vitest has a BASE_URL of its own.
  vi.stubEnv('BASE_URL', undefined);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  Object.assign(shared, {
    table: memoryTable(),
    media: memoryMediaStore(),
    lifecycle: recordingLifecycle(),
    launched: [],
    erasing: [],
    refusal: undefined,
    due: [],
    noQueue: undefined,
  });
  return () => vi.restoreAllMocks();
});

const entering = (bot: ReturnType<typeof aBot>, token?: string) => ({
  state: bot.state,
  ...(token !== undefined && { token }),
  execution_name: `${bot.id}-1-1`,
  execution: { project_id: bot.project_id, bot_id: bot.id, arrival: { sequence: bot.events.length }, timeouts: {} },
});

describe('enter-state', () => {
  it('keeps the token and launches the capture', async () => {
    const bot = lived({});
    await botRepository(shared.table).create(bot);
    expect(await (await handlerOf('enter-state'))(entering(bot, 'token'))).toEqual({});
    expect(shared.launched).toEqual([
      { ...refOf(bot), attempt: 1, mode: 'capture', join_at: bot.join_at, load: '1080p', urgency: 'immediate' },
    ]);
    expect(await executionRepository(shared.table).get(refOf(bot))).toMatchObject({ token: 'token', sequence: 1 });
  });

  it.each<[string, () => ReturnType<typeof aBot>, Error | undefined, string]>([
    ['a fault', () => lived({}), new Error('connection lost'), new EffectFailedError().name],
    [
      'a refused launch',
      () => lived({}),
      new CaptureNotLaunchedError('no capacity'),
      new CaptureNotLaunchedError().name,
    ],
    [
      'an unfinished recording',
      () => lived({}, joined, { state: 'fatal_error' }),
      undefined,
      new RecordingUnfinishedError('').name,
    ],
  ])('tells of %s by the name that the state machine retries', async (_, make, refusal, name) => {
    const bot = make();
    await botRepository(shared.table).create(bot);
    Object.assign(shared, { refusal });
    const entered = entering(bot, bot.state === 'fatal_error' ? undefined : 'token');
    await expect((await handlerOf('enter-state'))(entered)).rejects.toMatchObject({ name });
  });

  it('retries also what it cannot read', async () => {
    await expect((await handlerOf('enter-state'))({ state: 'nonsense' })).rejects.toBeInstanceOf(Error);
  });
});

describe('report-failure', () => {
  it.each([
    ['EffectFailedError', 'internal_error'],
    ['CaptureNotLaunchedError', 'capture_not_launched'],
    ['States.DataLimitExceeded', 'internal_error'],
  ])('of %s fails the bot as %s, once', async (name, sub_type) => {
    const bot = lived({});
    const bots = botRepository(shared.table);
    await bots.create(bot);
    const handler = await handlerOf('report-failure');
    const event = { ...refOf(bot), failure: { Error: name, Cause: 'connection lost' } };
    await handler(event);
    await handler(event);
    const failed = await bots.get(refOf(bot));
    expect(failed?.state).toBe('fatal_error');
    expect(failed?.events.slice(1)).toMatchObject([{ type: 'fatal_error', sub_type }]);
  });

  it('of a bot that is gone is no failure', async () => {
    await (await handlerOf('report-failure'))({ project_id: 'prj_1', bot_id: 'bot_1', failure: {} });
  });
});

describe('capture-stopped', () => {
  const stopped = (attempt: number, ...containers: unknown[]) => ({
    'detail-type': 'ECS Task State Change',
    detail: {
      taskArn: 'arn:aws:ecs:eu-west-1:123456789012:task/capture/1',
      lastStatus: 'STOPPED',
      stoppedReason: 'Essential container in task exited',
      containers: [{ exitCode: 137 }],
      overrides: {
        containerOverrides: [
          ...containers,
          {
            name: 'capture',
            environment: [
              { name: 'PROJECT_ID', value: aBot().project_id },
              { name: 'BOT_ID', value: aBot().id },
              { name: 'ATTEMPT', value: String(attempt) },
              { name: 'MODE', value: 'capture' },
            ],
          },
        ],
      },
    },
  });
  const launched = async (bot: ReturnType<typeof aBot>, attempt = 1) => {
    await botRepository(shared.table).create(bot);
    const task = { attempt, lost: attempt - 1, mode: 'capture' as const, launched_at: now(), task_id: 'task' };
    await captureTaskRepository(shared.table).claim(refOf(bot), task, undefined);
  };

  it('starts a lost task again, also when AWS has added containers of its own', async () => {
    await launched(lived({}, joined));
    await (await handlerOf('capture-stopped'))(stopped(1, { name: 'aws-guardduty-agent' }));
    expect(shared.launched).toMatchObject([{ attempt: 2, mode: 'capture' }]);
  });

  it.each([
    ['that has run', 'EssentialContainerExited', 1],
    ['that could not be started is a refusal, and none', 'TaskFailedToStart', 0],
  ])('counts the tasks that are lost: one %s', async (_, stopCode, lost) => {
    const bot = lived({}, joined);
    await launched(bot);
    const { detail, ...event } = stopped(1);
    await (await handlerOf('capture-stopped'))({ ...event, detail: { ...detail, stopCode } });
    const task = await captureTaskRepository(shared.table).get(refOf(bot));
    expect(task?.lost).toBe(lost);
  });

  it.each([
    ['a minute', 61, 0],
    ['a moment', 30, 1],
  ])('tells that no task of a bot starts, which is so for %s, and orders %s later', async (_, seconds, ordered) => {
    vi.stubEnv('AWS_EXECUTION_ENV', 'AWS_Lambda_nodejs24.x');
    const written = vi.spyOn(process.stdout, 'write');
    const bot = lived({}, joined);
    await botRepository(shared.table).create(bot);
    const refused_since = new Date(Date.now() - seconds * 1000).toISOString();
    const task = { attempt: 3, lost: 0, mode: 'capture' as const, launched_at: now(), task_id: 'task', refused_since };
    await captureTaskRepository(shared.table).claim(refOf(bot), task, undefined);
    const { detail, ...event } = stopped(3);
    await (await handlerOf('capture-stopped'))({ ...event, detail: { ...detail, stopCode: 'TaskFailedToStart' } });
    const told = written.mock.calls.filter(([line]) => String(line).includes('"BotsNotLaunched":1'));
    expect([told.length, shared.launched.length]).toEqual([1 - ordered, ordered]);
  });

  it('has removed what a late task has left of a bot whose data was deleted', async () => {
    const bot = lived({}, joined, { state: 'data_deleted' });
    await launched(bot);
    await (await handlerOf('capture-stopped'))(stopped(1));
    expect(shared.erasing).toEqual([refOf(bot)]);
  });

  it('told twice starts one', async () => {
    await launched(lived({}, joined));
    const handler = await handlerOf('capture-stopped');
    await handler(stopped(1));
    await handler(stopped(1));
    expect(shared.launched.length).toBe(1);
  });

  it.each([
    ['an earlier task', lived({}, joined), 2],
    ['a bot that ended', lived({}, joined, { state: 'ended' }), 1],
    ['a bot whose data was deleted', lived({}, joined, { state: 'data_deleted' }), 1],
  ])('of %s starts nothing', async (_, bot, newest) => {
    await launched(bot, newest);
    await (await handlerOf('capture-stopped'))(stopped(1));
    expect(shared.launched).toEqual([]);
  });

  it('of a bot that is gone does nothing', async () => {
    await (await handlerOf('capture-stopped'))(stopped(1));
    expect(shared.table.items()).toEqual([]);
  });

  it('starts a successor as soon as it is told that a task is to stop, and the same one when that has stopped', async () => {
    const bot = lived({}, joined);
    await launched(bot);
    const { detail, ...event } = stopped(1);
    const warning = { ...event, detail: { ...detail, lastStatus: 'RUNNING', stopCode: 'SpotInterruption' } };
    await (await handlerOf('capture-stopped'))(warning);
    expect(shared.launched).toMatchObject([{ attempt: 2, mode: 'capture' }]);
    expect(await captureTaskRepository(shared.table).get(refOf(bot))).toMatchObject({
      attempt: 1,
      successor_task_id: 'task-2',
    });
    await (await handlerOf('capture-stopped'))(stopped(1));
    expect(shared.launched).toMatchObject([{ attempt: 2 }, { attempt: 2 }]);
  });

  describe('of a task that was started for no bot', () => {
    const place = { load: '720p', id: 'one' } as const;
    const environment = Object.entries(printPlace(place)).map(([name, value]) => ({ name, value }));
    const stoppedWarm = {
      detail: { lastStatus: 'STOPPED', overrides: { containerOverrides: [{ name: 'capture', environment }] } },
    };
    const waiting = async () => {
      const tasks = warmTaskRepository(shared.table);
      await tasks.add({ ...place, made_of: 'worker:1', launched_at: now(), task_id: 'task' });
      return tasks;
    };
    const order = {
      project_id: aBot().project_id,
      bot_id: aBot().id,
      attempt: 1,
      mode: 'capture',
      join_at: now(),
    } as const;

    it('and has none lets it wait no more', async () => {
      const tasks = await waiting();
      await (await handlerOf('capture-stopped'))(stoppedWarm);
      expect([await tasks.waiting('720p'), shared.launched]).toEqual([[], []]);
    });

    it('and has one starts another for its bot, once', async () => {
      await launched(lived({}, joined));
      const tasks = await waiting();
      await tasks.claim({ ...place, task_id: 'task' }, order, new Date());
      await tasks.take(place);
      const handler = await handlerOf('capture-stopped');
      await handler(stoppedWarm);
      await handler(stoppedWarm);
      expect(shared.launched).toMatchObject([{ bot_id: aBot().id, attempt: 2 }]);
    });

    it('and had not heard of its bot leaves that to whoever launches it', async () => {
      await launched(lived({}, joined));
      const tasks = await waiting();
      await tasks.claim({ ...place, task_id: 'task' }, order, new Date());
      await (await handlerOf('capture-stopped'))(stoppedWarm);
      expect([await tasks.orderOf(place), shared.launched]).toEqual([undefined, []]);
    });
  });
});

describe('follow', () => {
  it('follows the changes of each bot in their order, and leaves other items alone', async () => {
    const bots = botRepository(shared.table);
    const [first, second] = [lived({}), { ...lived({}), id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRT' }];
    await bots.create(first);
    await bots.create(second);
    const task = { attempt: 1, lost: 0, mode: 'capture' as const, launched_at: now() };
    await captureTaskRepository(shared.table).claim(refOf(first), task, undefined);
    await bots.delete(second);
    const event = aStreamEvent(...shared.table.changes);
    expect(await (await handlerOf('follow'))(event)).toEqual({ batchItemFailures: [] });
    expect(shared.lifecycle.started.map(({ name }) => name).sort()).toEqual([`${first.id}-1-1`, `${second.id}-1-1`]);
    expect(shared.lifecycle.stopped).toEqual([`${second.id}-1-1`]);
  });

  it('has removed what bots leave that are deleted, or whose data are, and waits for none of it', async () => {
    const bots = botRepository(shared.table);
    const [first, second] = [
      lived({}, joined, { state: 'ended' }),
      { ...lived({}), id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRT' },
    ];
    await bots.create(first);
    await bots.create(second);
    await bots.save({ ...first, state: 'data_deleted', version: first.version + 1 }, first);
    await bots.delete(second);
    shared.media.deleteAll = () => new Promise(() => undefined);
    expect(await (await handlerOf('follow'))(aStreamEvent(...shared.table.changes))).toEqual({ batchItemFailures: [] });
    expect(shared.erasing).toEqual([refOf(first), refOf(second)]);
    expect(await erasureRepository(shared.table).list()).toEqual([refOf(first), refOf(second)]);
  });

  it('asks for the whole batch again when a change cannot be followed', async () => {
    await botRepository(shared.table).create(lived({}));
    shared.lifecycle.start = async () => {
      throw new Error('connection lost');
    };
    const event = aStreamEvent(...shared.table.changes);
    await expect((await handlerOf('follow'))(event)).rejects.toThrow('connection lost');
  });

  describe('calendars too', () => {
    const calendar: Calendar = {
      ...{ id: 'cal_1', project_id: 'prj_1', platform: 'calendar_provider_a', client_id: 'app' },
      ...{ platform_uuid: null, state: 'connected', metadata: {}, deduplication_key: null },
      ...{ connection_failure_data: null, credentials_version: 1, version: 1 },
      ...{ created_at: now(), updated_at: now() },
    };
    const gone = { old: itemOfCalendar(calendar) };
    const due = ['farewell/prj_1/cal_1', 'prj_1/cal_1'];

    it('and hands on what is due of them, working on none of it', async () => {
      const disconnected: Calendar = {
        ...calendar,
        state: 'disconnected',
        connection_failure_data: { error: 'invalid_grant', message: '', timestamp: now() },
      };
      const lost = { ...gone, new: itemOfCalendar(disconnected) };
      const changed = { ...gone, new: itemOfCalendar({ ...calendar, credentials_version: 2 }) };
      expect(await (await handlerOf('follow'))(aStreamEvent(gone, lost, changed))).toEqual({ batchItemFailures: [] });
      expect(shared.due).toEqual([...due, 'bots/prj_1/cal_1', 'prj_1/cal_1']);
      expect(shared.table.changes).toEqual([]);
    });

    it('and bots also where nothing can be handed on, and asks for the batch again', async () => {
      const bot = lived({});
      await botRepository(shared.table).create(bot);
      shared.noQueue = new Error('no queue');
      const event = aStreamEvent(gone, ...shared.table.changes);
      await expect((await handlerOf('follow'))(event)).rejects.toThrow('no queue');
      expect(shared.lifecycle.started).toMatchObject([{ name: `${bot.id}-1-1` }]);
    });

    it('and also where a bot cannot be followed, and asks for the batch again', async () => {
      await botRepository(shared.table).create(lived({}));
      shared.lifecycle.start = () => Promise.reject(new Error('connection lost'));
      const event = aStreamEvent(...shared.table.changes, gone);
      await expect((await handlerOf('follow'))(event)).rejects.toThrow('connection lost');
      expect(shared.due).toEqual(due);
    });
  });
});
