/** What the service is meant to cost at most, and which line it is that makes it cost more. */
import { type BotQuestion, botHourUsd, botLines, controlHourUsd, type Line } from './bot.ts';
import { type IdleLine, idleLines, idleUsd } from './idle.ts';

export interface Verdict {
  readonly name: string;
  readonly target_usd: number;
  readonly usd: number;
  /** The lines that are too much: without them the target would be met. Empty where it is met. */
  readonly missed_by: readonly string[];
}

/** The meeting that targets are about: an hour with six others, everything told, on arm64. */
export const usual: BotQuestion = {
  kind: '720p',
  others: 6,
  architecture: 'arm64',
  capacity: 'on demand',
  minutes: 60,
  is_scheduled: true,
  webhooks: 'all',
};

/**
 * The line to look at first: the smallest without which the target would be met, but for the task itself, which is what is
 * bought. Where one is not enough, the largest are named until they are.
 */
const tooMuch = (lines: readonly Pick<Line | IdleLine, 'name' | 'usd'>[], excess: number): string[] => {
  if (excess <= 0) return [];
  const dear = lines.filter(({ name }) => name !== 'Fargate task').toSorted((a, b) => b.usd - a.usd);
  const alone = dear.findLast(({ usd }) => usd >= excess);
  if (alone) return [alone.name];
  const named: string[] = [];
  let left = excess;
  for (const { name, usd } of dear) {
    if (left <= 0) break;
    named.push(name);
    left -= usd;
  }
  return left > 0 ? ['Fargate task', ...named] : named;
};

const ofBot = (name: string, target_usd: number, question: BotQuestion): Verdict => {
  const usd = botHourUsd(question);
  const lines = botLines(question).map((line) => ({ ...line, usd: line.usd / (question.minutes / 60) }));
  return { name, target_usd, usd, missed_by: tooMuch(lines, usd - target_usd) };
};

export const verdicts = (): Verdict[] => {
  const control = controlHourUsd(usual);
  const controlLines = botLines(usual).filter(({ part }) => part === 'control');
  const idle = idleUsd();
  const afterFree = idleLines().map(({ name, usd_after_free }) => ({ name, usd: usd_after_free }));
  return [
    ofBot('an hour of a bot at 720p, on demand', 0.05, usual),
    ofBot('an hour of a bot at 720p, on Spot', 0.025, { ...usual, capacity: 'Spot' }),
    ofBot('an hour of a bot at 1080p, on demand', 0.07, { ...usual, kind: '1080p' }),
    { name: 'its control plane', target_usd: 0.005, usd: control, missed_by: tooMuch(controlLines, control - 0.005) },
    {
      name: 'a month in which nothing happens',
      target_usd: 1.5,
      usd: idle.after_free,
      missed_by: tooMuch(afterFree, idle.after_free - 1.5),
    },
  ];
};
