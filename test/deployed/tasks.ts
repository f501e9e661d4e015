/** The tasks that a deployed stack has asked for, as its ECS tells. */
import {
  DescribeTaskDefinitionCommand,
  DescribeTasksCommand,
  ListTasksCommand,
  type Task,
  type TaskDefinition,
} from '@aws-sdk/client-ecs';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { startTaskProcess } from '../../lib/emulator/task-process.ts';
import { environmentOf, type Workers } from '../../lib/emulator/workers.ts';
import type { Api } from './api.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';

/** The ARNs of all tasks that were started for a bot, those that run first. */
export const tasksOf = async ({ clients, outputs }: Stage, startedBy: string): Promise<string[]> => {
  const cluster = outputs.CaptureCluster;
  const list = async (desiredStatus: 'RUNNING' | 'STOPPED') =>
    (await clients.tasks.send(new ListTasksCommand({ cluster, startedBy, desiredStatus }))).taskArns ?? [];
  return [...(await list('RUNNING')), ...(await list('STOPPED'))];
};

/** The one task that was started for a bot. */
export const taskOf = async (stage: Stage, startedBy: string): Promise<Task> => {
  const { clients, outputs } = stage;
  const tasks = await eventually(
    'the tasks',
    () => tasksOf(stage, startedBy),
    ({ length }) => length === 1,
  );
  const described = await clients.tasks.send(new DescribeTasksCommand({ cluster: outputs.CaptureCluster, tasks }));
  const [task] = described.tasks ?? [];
  if (!task) throw new Error(`${tasks} cannot be described`);
  return task;
};

/** What Fargate would give the task's container. */
export const environmentOfTask = async ({ clients }: Stage, task: Task): Promise<Record<string, string>> => {
  const described = new DescribeTaskDefinitionCommand({ taskDefinition: task.taskDefinitionArn });
  const { taskDefinition = {} } = await clients.tasks.send(described);
  return environmentOf(task, taskDefinition);
};

/** How long a task has to stop: five times as long as on Fargate, for the machine of a test may be busy. */
const stopSeconds = 600;
/** Whoever is not relieved by its successor goes on for longer than this after it was warned. */
export const reliefSeconds = 570;

const withTimeToStop = ({ containerDefinitions = [], ...definition }: TaskDefinition): TaskDefinition => ({
  ...definition,
  containerDefinitions: containerDefinitions.map((container) => ({ ...container, stopTimeout: stopSeconds })),
});

/** Whose meeting is somebody else's, is nobody's to visit: its task waits to be stopped. The others have time to stop. */
export const keepingToOurselves = (workers: Workers, api: Api, { host }: OwnServer): Workers => {
  const asked = new Map<string, Promise<boolean>>();

  const isOurs = async (bot: string): Promise<boolean> => {
    const { meeting_url = `http://${host}` } = (await api('GET', `/bots/${bot}`)).body as { meeting_url?: string };
    return new URL(meeting_url).host === host;
  };

  /** Asked once: the successor of a task is waited for. */
  const isOursOnce = (bot: string): Promise<boolean> => {
    const answer = asked.get(bot) ?? isOurs(bot);
    asked.set(bot, answer);
    answer.catch(() => asked.delete(bot));
    return answer;
  };

  return {
    ...workers,
    async start(task, definition) {
      const { BOT_ID = '' } = environmentOf(task, definition);
      if (await isOursOnce(BOT_ID)) return workers.start(task, withTimeToStop(definition));
      return startTaskProcess({
        program: process.execPath,
        args: ['--eval', 'setInterval(() => undefined, 60_000)'],
        environment: {},
        log: workers.logOf(task),
        stop_timeout_ms: 10_000,
      });
    },
  };
};
