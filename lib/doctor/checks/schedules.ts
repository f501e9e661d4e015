import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import type { Resource } from '../deployment.ts';
import { untold } from '../emulated.ts';
import { counted, type Finding, well, wrong } from '../finding.ts';
import type { Check, World } from '../world.ts';

const about = 'schedules';

/** None calls its function less often than each hour. */
const lookBackMs = 3 * 3_600_000;

/** Ids of what a lib/infra/functions/timed-function.ts is made of begin alike, and end in eight digits. */
const functionOf = ({ deployment: { resources } }: World, schedule: Resource): string | undefined => {
  const job = schedule.id.replace(/Schedule[0-9A-F]{8}$/, 'Function');
  return resources.find(({ id, type }) => type === 'AWS::Lambda::Function' && id.slice(0, -8) === job)?.name;
};

const callsOf = async ({ cloudWatch, now }: World, FunctionName: string): Promise<number> => {
  const end = now();
  const { Datapoints = [] } = await cloudWatch.send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/Lambda',
      MetricName: 'Invocations',
      Dimensions: [{ Name: 'FunctionName', Value: FunctionName }],
      StartTime: new Date(end.getTime() - lookBackMs),
      EndTime: end,
      Period: lookBackMs / 1000,
      Statistics: ['Sum'],
    }),
  );
  return Datapoints.reduce((sum, { Sum = 0 }) => sum + Sum, 0);
};

const isNew = ({ now }: World, { changed_at }: Resource): boolean =>
  now().getTime() - changed_at.getTime() < lookBackMs;

const faultOf = async (world: World, schedule: Resource): Promise<Finding | undefined> => {
  const called = functionOf(world, schedule);
  if (called === undefined || (await callsOf(world, called)) > 0) return undefined;
  return wrong(
    about,
    `${schedule.name} has not called ${called} for three hours`,
    `aws scheduler get-schedule --name ${schedule.name} tells whether it is ENABLED; npx cdk deploy --revert-drift has it as it was deployed`,
  );
};

/** Whether what is to come round by itself does: seen by the calls, which also tells of a schedule whose role is gone. */
export const checkSchedules: Check = async (world) => {
  const schedules = world.deployment.resources.filter(({ type }) => type === 'AWS::Scheduler::Schedule');
  if (world.emulator) return [untold(about, world.emulator, 'it does not count the calls of functions')];
  const old = schedules.filter((schedule) => !isNew(world, schedule));
  const faults = await Promise.all(old.map((schedule) => faultOf(world, schedule)));
  const found = faults.filter((one) => one !== undefined);
  if (found.length > 0) return found;
  const tooNew = schedules.length - old.length;
  const rest = tooNew > 0 ? `; ${tooNew} changed within three hours, which is too soon to tell` : '';
  return [well(about, `all is called that ${counted(old.length, 'schedule')} should call${rest}`)];
};
