import { checkAlarms } from './checks/alarms.ts';
import { checkApi } from './checks/api.ts';
import { checkFunctions, checkVcpus } from './checks/capacity.ts';
import { checkParts } from './checks/parts.ts';
import { checkLost, checkQueues } from './checks/queues.ts';
import { checkSchedules } from './checks/schedules.ts';
import { checkBots, checkProviderKeys } from './checks/service.ts';
import { checkStack } from './checks/stack.ts';
import { checkStarts } from './checks/starts.ts';
import { checkKey, checkTable } from './checks/storage.ts';
import { checkWarm } from './checks/warm.ts';
import { checkImages, checkRoles } from './checks/workers.ts';
import type { Finding } from './finding.ts';
import { unseen } from './unseen.ts';
import type { Check, World } from './world.ts';

const checks: Readonly<Record<string, Check>> = {
  stack: checkStack,
  parts: checkParts,
  schedules: checkSchedules,
  API: checkApi,
  table: checkTable,
  'KMS key': checkKey,
  'Fargate vCPUs': checkVcpus,
  'functions at a time': checkFunctions,
  images: checkImages,
  'roles of tasks': checkRoles,
  'starts of tasks': checkStarts,
  'warm tasks': checkWarm,
  'provider keys': checkProviderKeys,
  queues: checkQueues,
  'lost messages': checkLost,
  bots: checkBots,
  alarms: checkAlarms,
};

const guarded = async (about: string, check: Check, world: World): Promise<Finding[]> => {
  try {
    return await check(world);
  } catch (error) {
    return [unseen(about, world, error)];
  }
};

/** Looks at a deployment from all sides at once, and answers in the order in which things depend on each other. */
export const examine = async (world: World): Promise<Finding[]> =>
  (await Promise.all(Object.entries(checks).map(([about, check]) => guarded(about, check, world)))).flat();

const marks: Readonly<Record<Finding['is'], string>> = {
  well: 'ok   ',
  look: 'look ',
  wrong: 'WRONG',
  unknown: '?    ',
};

/** The findings in words. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.flatMap(({ about, is, says, do: what }) => [
    `${marks[is]}  ${about}: ${says}`,
    ...(what === undefined ? [] : [`       → ${what}`]),
  ]);
  const wrongs = findings.filter(({ is }) => is === 'wrong').length;
  return [
    ...lines,
    '',
    wrongs === 0 ? 'Nothing is wrong.' : `${wrongs} ${wrongs === 1 ? 'thing is' : 'things are'} wrong.`,
  ].join('\n');
};
