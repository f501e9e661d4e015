import { paginateListTasks } from '@aws-sdk/client-ecs';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
} from '@aws-sdk/client-service-quotas';
import { usualSizes } from '../../infra/fleet/sizes.ts';
import { counted, look, well, wrong } from '../finding.ts';
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

/** How many bots there is room for, beside those that are there. */
export const checkVcpus: Check = async (world) => {
  const about = 'Fargate vCPUs';
  const quota = await quotaOf(world);
  let running = 0;
  for await (const { taskArns = [] } of paginateListTasks(
    { client: world.ecs },
    { cluster: world.outputs.CaptureCluster },
  )) {
    running += taskArns.length;
  }
  const atOnce = Math.floor(quota / (usualSizes['1080p'].cpu / 1024));
  const says = `room for ${counted(atOnce, 'bot')} at a time, ${counted(running, 'task')} running`;
  const ask =
    'ask for more: Service Quotas, AWS Fargate, "Fargate On-Demand vCPU resource count" (one for each bot at 1080p)';
  if (running >= atOnce) return [wrong(about, `${says}: the next bot will not be launched`, ask)];
  return [atOnce < world.bots ? look(about, `${says}, ${world.bots} wanted`, ask) : well(about, says)];
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
