/** Row 22: what an hour of a bot costs, of the other rows' figures and list prices. The same sum as `npm run cost`. */
import { botHourUsd, capacitiesOf } from '../../../lib/cost/bot.ts';
import { captureKinds } from '../../../lib/cost/figures.ts';
import { usual, verdicts } from '../../../lib/cost/targets.ts';
import { judged } from '../../judged.ts';
import type { Row } from '../../row.ts';

const small = (usd: number): string => usd.toFixed(4);

export const costRows: readonly Row[] = [
  {
    number: 22,
    title: 'USD for an hour of a bot, with 6 others, everything told, us-east-1 list prices: on demand, Spot',
    target: '720p ≤ 0.05, ≤ 0.025; 1080p ≤ 0.07; control plane ≤ 0.005; idle ≤ 1.50 a month',
    measure: async () => {
      const kinds = captureKinds.map((kind) => {
        const hours = capacitiesOf(kind).map((capacity) => small(botHourUsd({ ...usual, kind, capacity })));
        return `${kind} ${hours.join(', ')}`;
      });
      const missed = verdicts()
        .filter(({ missed_by }) => missed_by.length > 0)
        .map(({ name, usd, missed_by }) => `${name} ${small(usd)} by ${missed_by.join(', ')}`);
      return judged(kinds.join('; '), missed);
    },
  },
];
