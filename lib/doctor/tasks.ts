/** The tasks of a deployment's cluster, as ECS describes them. */
import { DescribeTasksCommand, type DesiredStatus, paginateListTasks, type Task } from '@aws-sdk/client-ecs';
import type { World } from './world.ts';

/** Those that ended are known for an hour: https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_ListTasks.html */
export const tasksThatAre = async (desiredStatus: DesiredStatus, { ecs, outputs }: World): Promise<Task[]> => {
  const cluster = outputs.CaptureCluster;
  const found: Task[] = [];
  // A page holds as many as can be described at once.
  for await (const { taskArns = [] } of paginateListTasks({ client: ecs }, { cluster, desiredStatus })) {
    if (taskArns.length === 0) continue;
    const { tasks = [] } = await ecs.send(new DescribeTasksCommand({ cluster, tasks: taskArns }));
    found.push(...tasks);
  }
  return found;
};
