/** `npm run cost -- --bots 1000 --minutes 45`: what that costs, line by line, beside hosted services. */

import { parseArgs } from 'node:util';
import { capacitiesOf } from '../lib/cost/bot.ts';
import { type CaptureKind, captureKinds, companies } from '../lib/cost/figures.ts';
import { type CostQuestion, costOf, costReport } from '../lib/cost/report.ts';
import { usual } from '../lib/cost/targets.ts';
import { Settings } from '../lib/infra/settings.ts';
import { messageOf } from '../lib/process/message-of.ts';
import { usage } from './help.ts';

const refuse = (reason: string): never => {
  console.error(`${reason}\n${usage('bin/cost.ts')}`);
  process.exit(2);
};

const numberOf = (name: string, text: string): number => {
  const value = Number(text);
  return value > 0 ? value : refuse(`--${name} takes a number above 0`);
};

/** As the setting `segmentSeconds` has them. */
const segmentSecondsOf = (text: string): number => {
  const { success, data } = Settings.shape.segmentSeconds.safeParse(text);
  return success ? data : refuse('--segment-seconds is one of 2, 4, 6, 8, 10');
};

const capacityOf = (kind: CaptureKind, isSpot: boolean): CostQuestion['capacity'] => {
  if (!isSpot) return 'on demand';
  return capacitiesOf(kind).includes('Spot') ? 'Spot' : refuse(`--spot is for bots: tasks of ${kind}s never run there`);
};

const questionOf = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bots: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '45' },
      kind: { type: 'string', default: usual.kind },
      others: { type: 'string', default: String(usual.others) },
      x86: { type: 'boolean', default: false },
      spot: { type: 'boolean', default: false },
      'at-once': { type: 'boolean', default: false },
      webhooks: { type: 'string', default: usual.webhooks },
      'segment-seconds': { type: 'string' },
      'kept-days': { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
    },
  });
  const kind =
    captureKinds.find((one) => one === values.kind) ?? refuse(`--kind is one of: ${captureKinds.join('; ')}`);
  const others = companies.find((one) => String(one) === values.others);
  const webhooks = (['all', 'states'] as const).find((one) => one === values.webhooks);
  const question: CostQuestion = {
    kind,
    others: others ?? refuse(`--others is one of ${companies.join(', ')}: these were measured`),
    architecture: values.x86 ? 'x86' : 'arm64',
    capacity: capacityOf(kind, values.spot),
    minutes: numberOf('minutes', values.minutes),
    is_scheduled: !values['at-once'],
    webhooks: webhooks ?? refuse('--webhooks is all or states'),
    bots: numberOf('bots', values.bots),
    kept_days: numberOf('kept-days', values['kept-days']),
    ...(values['segment-seconds'] !== undefined && {
      segment_seconds: segmentSecondsOf(values['segment-seconds']),
    }),
  };
  return { question, json: values.json };
};

try {
  const { question, json } = questionOf(process.argv.slice(2));
  console.log(json ? JSON.stringify(costOf(question), null, 2) : costReport(question));
} catch (error) {
  refuse(messageOf(error));
}
