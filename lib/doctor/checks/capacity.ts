import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
} from '@aws-sdk/client-service-quotas';
import { usualSizes } from '../../infra/fleet/sizes.ts';
import { counted, look, well, wrong } from '../finding.ts';
import { tasksThatAre } from '../tasks.ts';
import type { Check, World } from '../world.ts';

/** Fargate On-Demand vCPU resource count: https://docs.aws.amazon.com/general/latest/gr/ecs-service.html */
const vcpuQuota = { ServiceCode: 'fargate', QuotaCode: 'L-3032A538' };

/** What the account has; who never asked for more has what all have at first. */
const quotaOf = async ({ quotas }: World): Promise<number> => {
  try {
    const { Quota } = await quotas.send(new GetServiceQuotaCommand(vcpuQuota));
    return Quota?.Value ?? 0;
  } catch (error) {
    if (!(error instanceof NoSuchResourceException)) throw error;
    const { Quota } = await quotas.send(new GetAWSDefaultServiceQuotaCommand(vcpuQuota));
    return Quota?.Value ?? 0;
  }
};

const unit = 1024;

/** The tasks that run, and the vCPUs that they take: each is as large as its bot needs. */
const usedBy = async (world: World): Promise<{ readonly tasks: number; readonly vcpus: number }> => {
  const tasks = await tasksThatAre('RUNNING', world);
  return { tasks: tasks.length, vcpus: tasks.reduce((sum, { cpu }) => sum + Number(cpu ?? 0), 0) / unit };
};

/** How many bots there is room for, beside those that are there, as large as tasks are where no setting says otherwise. */
export const checkVcpus: Check = async (world) => {
  const about = 'Fargate vCPUs';
  const [quota, used] = await Promise.all([quotaOf(world), usedBy(world)]);
  const places = (load: '720p' | '1080p', vcpus: number): number =>
    Math.max(0, Math.floor(vcpus / (usualSizes[load].cpu / unit)));
  const left = quota - used.vcpus;
  const rooms = `room for ${places('1080p', left)} more at 1080p, or ${places('720p', left)} at 720p or with sound alone`;
  const says = `${counted(used.tasks, 'task')} with ${used.vcpus} of ${quota}; ${rooms}`;
  const ask =
    'ask for more: Service Quotas, AWS Fargate, "Fargate On-Demand vCPU resource count" (one for each bot at 1080p, half of one at 720p or with sound alone)';
  if (places('720p', left) === 0) return [wrong(about, `${says}: the next bot will not be launched`, ask)];
  const isEnough = places('1080p', quota) >= world.bots && places('1080p', left) > 0;
  return [isEnough ? well(about, says) : look(about, `${says}; ${counted(world.bots, 'bot')} wanted at a time`, ask)];
};

/** With fewer, functions refuse each other their work. */
const fewestFunctions = 100;

/** How many functions may run at a time. */
export const checkFunctions: Check = async ({ lambda }) => {
  const about = 'functions at a time';
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const most = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
  const says = `${counted(most, 'function')} of the account may run at a time`;
  return [
    most < fewestFunctions
      ? look(
          about,
          `${says}: webhooks and API get into each other’s way`,
          'ask for 1,000: Service Quotas, AWS Lambda, "Concurrent executions"',
        )
      : well(about, says),
  ];
};
