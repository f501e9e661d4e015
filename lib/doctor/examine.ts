import { checkAlarms } from './checks/alarms.ts';
import { checkApi } from './checks/api.ts';
import { checkFunctions, checkVcpus } from './checks/capacity.ts';
import { checkLost, checkQueues } from './checks/queues.ts';
import { checkBots, checkProviderKeys } from './checks/service.ts';
import { checkStack } from './checks/stack.ts';
import { checkStarts } from './checks/starts.ts';
import { checkKey, checkTable } from './checks/storage.ts';
import { checkWarm } from './checks/warm.ts';
import { checkImages, checkRoles } from './checks/workers.ts';
import { untold } from './emulated.ts';
import type { Finding } from './finding.ts';
import type { Check, World } from './world.ts';

const checks: Readonly<Record<string, Check>> = {
  stack: checkStack,
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

/** A check that cannot be made is a finding too: most often whoever asks may not look. */
const guarded = async (about: string, check: Check, world: World): Promise<Finding[]> => {
  try {
    return await check(world);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    if (world.emulator) return [untold(about, world.emulator, `${name}: ${message}`)];
    const mayNot = /AccessDenied|NotAuthorized|Unauthorized/i.test(name);
    return [
      {
        about,
        is: 'unknown',
        says: mayNot ? `you may not look: ${message}` : `could not be looked at: ${name}: ${message}`,
        do: mayNot
          ? 'sign in as somebody who may read this account (the policy ReadOnlyAccess is enough)'
          : 'try again; if it stays, look for yourself',
      },
    ];
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
