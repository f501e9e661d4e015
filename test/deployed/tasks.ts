/** The tasks that a deployed stack has asked for, as its ECS tells. */
import { DescribeTaskDefinitionCommand, DescribeTasksCommand, ListTasksCommand, type Task } from '@aws-sdk/client-ecs';
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

/** Whose meeting is somebody else's, is nobody's to visit: its task waits to be stopped. */
export const keepingToOurselves = (workers: Workers, api: Api, { host }: OwnServer): Workers => ({
  ...workers,
  async start(task, definition) {
    const { BOT_ID = '' } = environmentOf(task, definition);
    const { meeting_url = `http://${host}` } = (await api('GET', `/bots/${BOT_ID}`)).body as { meeting_url?: string };
    if (new URL(meeting_url).host === host) return workers.start(task, definition);
    return startTaskProcess({
      program: process.execPath,
      args: ['--eval', 'setInterval(() => undefined, 60_000)'],
      environment: {},
      log: workers.logOf(task),
      stop_timeout_ms: 10_000,
    });
  },
});
