import type { Task } from '@aws-sdk/client-ecs';
import { counted, type Finding, look, well, wrong } from '../finding.ts';
import { tasksThatAre } from '../tasks.ts';
import type { Check } from '../world.ts';

const about = 'starts of tasks';

/** What ECS says of a task whose container never ran: https://docs.aws.amazon.com/AmazonECS/latest/developerguide/stopped-task-error-codes.html */
const neverRan = /^(?:Cannot\w+Error|ResourceInitializationError|TaskFailedToStart)\b/;
const hasNotRun = ({ stopCode, stoppedReason = '' }: Task): boolean =>
  stopCode === 'TaskFailedToStart' || neverRan.test(stoppedReason);

/** The code that a task's container ended with by itself, unless all was well. */
const failedWith = ({ stopCode, containers: [container] = [] }: Task): number[] =>
  stopCode === 'EssentialContainerExited' && container?.exitCode ? [container.exitCode] : [];

/** The values with how often each is there, the most frequent first. */
const tally = <T>(values: readonly T[]): [T, number][] =>
  [...Map.groupBy(values, (value) => value)]
    .map(([value, all]): [T, number] => [value, all.length])
    .toSorted(([, one], [, other]) => other - one);

const notStarted = (reason: string, count: number): Finding =>
  wrong(
    about,
    `${counted(count, 'task')} of the last hour did not start: ${reason}`,
    /^CannotPull/.test(reason)
      ? 'the image is gone, is for other processors, or cannot be reached: look at captureImage, appSessionImage and architecture, at the way out of the subnets, and at the policy of a repository of another account'
      : 'ECS, Clusters, Tasks, "Stopped" tells more; https://docs.aws.amazon.com/AmazonECS/latest/developerguide/stopped-task-error-codes.html has the words',
  );

/** Whether what was launched in the last hour came up, and did not fail. */
export const checkStarts: Check = async (world) => {
  const ended = await tasksThatAre('STOPPED', world);
  const reasons = tally(ended.filter(hasNotRun).map(({ stoppedReason }) => stoppedReason ?? 'no reason is told'));
  const codes = tally(ended.filter((task) => !hasNotRun(task)).flatMap(failedWith));
  const failed = codes.map(([code, count]) =>
    look(
      about,
      `${counted(count, 'task')} of the last hour ended with exit code ${code}, of ${ended.length}`,
      'their logs say why (log streams capture-worker/…): 137 is memory, or a kill; 126, 127 or 255 at once, an image for other processors, or of something else',
    ),
  );
  const findings = [...reasons.map(([reason, count]) => notStarted(reason, count)), ...failed];
  return findings.length > 0
    ? findings
    : [well(about, `nothing failed of ${counted(ended.length, 'task')} that ended in the last hour`)];
};
