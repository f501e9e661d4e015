import { look, well, wrong } from '../finding.ts';
import type { Check } from '../world.ts';

const settled = /^(CREATE|UPDATE|IMPORT)_COMPLETE$/;
const takenBack = /^(UPDATE|IMPORT)_ROLLBACK_COMPLETE$/;

/** Whether the last deployment came to its end. */
export const checkStack: Check = async ({ deployment: { status, resources } }) => {
  const about = 'stack';
  if (settled.test(status)) return [well(about, `${status}, ${resources.length} resources`)];
  if (status.endsWith('_IN_PROGRESS')) return [well(about, `${status}: a deployment is on its way`)];
  if (takenBack.test(status))
    return [
      look(
        about,
        `${status}: the last deployment failed, and what was there before is there again`,
        'its events in CloudFormation say why: mend that, then npx cdk deploy again',
      ),
    ];
  return [wrong(about, `the stack is ${status}`, 'look at its events in CloudFormation, then npx cdk deploy again')];
};
