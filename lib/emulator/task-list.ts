/** The tasks that an emulator's ECS was asked for. */
import {
  DescribeTaskDefinitionCommand,
  DescribeTasksCommand,
  type ECSClient,
  ListTasksCommand,
  StopTaskCommand,
  type Task,
  type TaskDefinition,
} from '@aws-sdk/client-ecs';

export interface TaskList {
  /** All tasks of the cluster, also those that were to stop before anybody saw them. */
  tasks(): Promise<Task[]>;
  definitionOf(task: Task): Promise<TaskDefinition>;
  /** Notes that a task has stopped by itself. */
  noteStopped(task: Task, reason: string): Promise<void>;
}

/** DescribeTasks takes no more. */
const mostDescribed = 100;

export const emulatedTasks = (client: ECSClient, cluster: string): TaskList => {
  const definitions = new Map<string, Promise<TaskDefinition>>();

  const arns = async (desiredStatus: 'RUNNING' | 'STOPPED'): Promise<string[]> => {
    const found: string[] = [];
    for (let nextToken: string | undefined; ; ) {
      const page = await client.send(new ListTasksCommand({ cluster, desiredStatus, nextToken }));
      found.push(...(page.taskArns ?? []));
      nextToken = page.nextToken;
      if (!nextToken) return found;
    }
  };

  const describe = async (taskDefinition: string): Promise<TaskDefinition> => {
    const described = await client.send(new DescribeTaskDefinitionCommand({ taskDefinition }));
    if (!described.taskDefinition) throw new Error(`there is no task definition ${taskDefinition}`);
    return described.taskDefinition;
  };

  return {
    async tasks() {
      const all = [...(await arns('RUNNING')), ...(await arns('STOPPED'))];
      const found: Task[] = [];
      for (let first = 0; first < all.length; first += mostDescribed) {
        const tasks = all.slice(first, first + mostDescribed);
        found.push(...((await client.send(new DescribeTasksCommand({ cluster, tasks }))).tasks ?? []));
      }
      return found;
    },
    definitionOf({ taskDefinitionArn = '' }) {
      const known = definitions.get(taskDefinitionArn) ?? describe(taskDefinitionArn);
      definitions.set(taskDefinitionArn, known);
      known.catch(() => definitions.delete(taskDefinitionArn));
      return known;
    },
    async noteStopped({ taskArn }, reason) {
      await client.send(new StopTaskCommand({ cluster, task: taskArn, reason }));
    },
  };
};
