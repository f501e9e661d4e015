/** The tasks that a deployed stack has started: none runs on an emulator, but all are there to be looked at. */
import assert from 'node:assert/strict';
import { DescribeTaskDefinitionCommand, DescribeTasksCommand, ListTasksCommand, type Task } from '@aws-sdk/client-ecs';
import type { Stage } from './scenarios.ts';
import { eventually } from './steps.ts';

/** The one task that was started for a bot. */
export const taskOf = async ({ clients, outputs }: Stage, startedBy: string): Promise<Task> => {
  const cluster = outputs.CaptureCluster;
  const tasks = await eventually(
    'the tasks',
    async () => (await clients.tasks.send(new ListTasksCommand({ cluster, startedBy }))).taskArns ?? [],
    ({ length }) => length === 1,
  );
  const { tasks: [task] = [] } = await clients.tasks.send(new DescribeTasksCommand({ cluster, tasks }));
  assert.ok(task);
  return task;
};

/** What Fargate gives the container: what its definition says, and what its order says. */
export const environmentOf = async ({ clients }: Stage, { taskDefinitionArn, overrides }: Task) => {
  const described = new DescribeTaskDefinitionCommand({ taskDefinition: taskDefinitionArn });
  const { taskDefinition } = await clients.tasks.send(described);
  const [container] = taskDefinition?.containerDefinitions ?? [];
  const [order] = overrides?.containerOverrides ?? [];
  const variables = [...(container?.environment ?? []), ...(order?.environment ?? [])];
  return {
    cpu: taskDefinition?.cpu,
    environment: Object.fromEntries(variables.map(({ name, value }) => [name ?? '', value])),
  };
};
