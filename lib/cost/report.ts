/** The cost of a service as text, for `npm run cost`. */
import {
  type BotQuestion,
  botHourUsd,
  botLines,
  capacitiesOf,
  fetchingUsd,
  keepingUsd,
  shareOfCpu,
  sum,
} from './bot.ts';
import { captureKinds, monthlyFigures } from './figures.ts';
import { alarmsUsd, idleLines, idleUsd } from './idle.ts';
import { hostedPrices, prices } from './prices.ts';
import { verdicts } from './targets.ts';
import { warmTaskUsd } from './warm.ts';

export interface CostQuestion extends BotQuestion {
  /** Bots in a month. */
  readonly bots: number;
  /** How long recordings are kept, in days; those that are kept for ever grow by so much each month. */
  readonly kept_days: number;
}

const small = (usd: number): string => usd.toFixed(4);
const large = (usd: number): string => usd.toFixed(2);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, i) =>
        i === 0 || i === cells.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(lineOf).join('\n');
};

/** What everything costs, per bot, per hour of a bot and per month. */
export const costOf = (question: CostQuestion) => {
  const perHour = 60 / question.minutes;
  const lines = botLines(question);
  const idle = idleUsd();
  const recordings = keepingUsd(question, question.kept_days) * question.bots;
  const fetched = fetchingUsd(question) * question.bots;
  const bots = sum(lines) * question.bots;
  const metrics = prices.metric.usd * monthlyFigures.metrics.value;
  return {
    lines: lines.map((line) => ({
      ...line,
      usd_an_hour: line.usd * perHour,
      usd_a_month: line.usd * question.bots,
    })),
    usd_an_hour: botHourUsd(question),
    fetched_usd_an_hour: fetchingUsd(question) * perHour,
    share_of_cpu: shareOfCpu(question),
    usd_a_month: {
      bots,
      recordings,
      fetched,
      metrics,
      idle: idle.list,
      all: bots + recordings + fetched + metrics + idle.list,
    },
  };
};

const described = ({ bots, minutes, kind, others, architecture, capacity }: CostQuestion): string =>
  `${bots.toLocaleString('en')} bots a month, ${minutes} minutes each: ${kind}, ${others} others, ${architecture}, ${capacity}`;

const kindsTable = (question: CostQuestion): string => {
  const columns = [
    ['arm64', 'on demand'],
    ['arm64', 'Spot'],
    ['x86', 'on demand'],
    ['x86', 'Spot'],
  ] as const;
  const rows = captureKinds.map((kind) => [
    kind,
    ...columns.map(([architecture, capacity]) =>
      capacitiesOf(kind).includes(capacity) ? small(botHourUsd({ ...question, kind, architecture, capacity })) : '',
    ),
    `${Math.round(shareOfCpu({ ...question, kind }) * 100)} % of its CPU used`,
  ]);
  return table(['USD an hour of a bot', ...columns.map((column) => column.join(' ')), ''], rows);
};

/** What each setting's task takes that waits for a bot. */
const warmSettingOf = {
  warmSound: 'sound',
  warm720p: '720p',
  warm1080p: '1080p',
  warmVoiceAgent: 'voice_agent',
  warmAppSession: 'app_session',
} as const;

const warmTable = ({ architecture }: CostQuestion): string =>
  table(
    ['a task that waits for a bot, a month', 'on demand', 'Spot', ''],
    Object.entries(warmSettingOf).map(([setting, load]) => [
      setting,
      large(warmTaskUsd(load, { architecture, capacity: 'on demand' })),
      load === 'app_session' ? '' : large(warmTaskUsd(load, { architecture, capacity: 'Spot' })),
      load === 'sound' ? 'none wait unless the setting says so' : '',
    ]),
  );

export const costReport = (question: CostQuestion): string => {
  const cost = costOf(question);
  const month = cost.usd_a_month;
  const idle = idleUsd();
  const alarms = alarmsUsd();
  const days = [...new Set([...Object.values(prices), ...hostedPrices].map(({ on }) => on))].join(', ');
  return [
    described(question),
    '',
    table(
      ['line', 'USD a bot-hour', 'USD a month', ''],
      [
        ...cost.lines.map(({ name, usd_an_hour, usd_a_month, of }) => [
          name,
          small(usd_an_hour),
          large(usd_a_month),
          of,
        ]),
        ['all bots', small(cost.usd_an_hour), large(month.bots), ''],
        ['recordings', '', large(month.recordings), `kept for ${question.kept_days} days`],
        [
          'recordings, fetched once',
          small(cost.fetched_usd_an_hour),
          large(month.fetched),
          `${prices.internet_out.usd} a GB out of AWS; ${prices.internet_out.free_a_month} GB a month are free`,
        ],
        [
          'metrics',
          '',
          large(month.metrics),
          `${monthlyFigures.metrics.value} at most, in a month with bots in every hour`,
        ],
        [
          'idle',
          '',
          large(month.idle),
          `${large(idle.after_free)} where nothing else uses what AWS gives away each month`,
        ],
        ['all', '', large(month.all), ''],
      ],
    ),
    '',
    kindsTable(question),
    '',
    table(
      ['a month in which nothing happens', 'USD', 'after what is free', ''],
      [
        ...idleLines().map(({ name, usd, usd_after_free, of }) => [name, large(usd), large(usd_after_free), of]),
        ['all', large(idle.list), large(idle.after_free), ''],
        ['alarms besides', large(alarms.list), large(alarms.after_free), 'with alarmsEmail or alarmsTopicArn'],
      ],
    ),
    '',
    warmTable(question),
    '',
    table(
      ['hosted', 'USD a bot-hour', 'USD a month', ''],
      hostedPrices.map(({ service, usd, besides }) => [
        service,
        small(usd),
        large((usd * question.bots * question.minutes) / 60),
        besides && `and ${besides}`,
      ]),
    ),
    '',
    table(
      ['target', 'at most', 'is', ''],
      verdicts().map(({ name, target_usd, usd, missed_by }) => [
        name,
        small(target_usd),
        small(usd),
        missed_by.length === 0 ? 'met' : `missed by ${missed_by.join(', ')}`,
      ]),
    ),
    '',
    `List prices of us-east-1 and of hosted services, as of ${days}, with their sources in lib/cost/prices.ts; figures of`,
    'bench/results.md, and what is assumed where nothing measures it, in lib/cost/figures.ts.',
  ].join('\n');
};
