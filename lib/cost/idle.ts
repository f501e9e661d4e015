/** What a deployment costs in a month in which nothing happens: by list prices, and after what is free for everybody. */
import { idleFigures } from './figures.ts';
import { type PriceName, prices } from './prices.ts';

export interface IdleLine {
  readonly name: string;
  readonly usd: number;
  /** What is left to pay where nothing else in the account uses what is free each month. */
  readonly usd_after_free: number;
  readonly of: string;
}

const minutesInMonth = 30.4 * 24 * 60;
const functionGigabytes = 0.25;

export const idleLines = (): IdleLine[] => {
  const line = (name: string, priceName: PriceName, amount: number, of: string): IdleLine => {
    const { usd, free_a_month = 0 }: { readonly usd: number; readonly free_a_month?: number } = prices[priceName];
    return { name, usd: usd * amount, usd_after_free: usd * Math.max(0, amount - free_a_month), of };
  };
  const { limited_queues, limited_polls, free_queues, free_polls } = idleFigures;
  const queues = limited_queues.value + free_queues.value;
  const polls = (limited_queues.value * limited_polls.value + free_queues.value * free_polls.value) * minutesInMonth;
  const calls = idleFigures.scheduled_functions.value * minutesInMonth;
  const gigabyteSeconds = calls * idleFigures.scheduled_seconds.value * functionGigabytes;
  const count = (value: number): string => Math.round(value).toLocaleString('en');
  return [
    line(
      'KMS key',
      'key',
      idleFigures.keys.value,
      'seals the secrets of third parties; its first two yearly rotations add as much each',
    ),
    line('polling of queues', 'queue_request', polls, `${count(polls)} requests for ${queues} queues`),
    line('images', 'image_storage', idleFigures.images.value, 'of one release'),
    line('scheduled functions', 'function_call', calls, `${count(calls)} calls`),
    line('their time', 'function_time', gigabyteSeconds, `${count(gigabyteSeconds)} GB s`),
    line('their schedules', 'schedule_call', calls, `${count(calls)} calls`),
    line('their reads', 'table_read', calls * idleFigures.scheduled_reads.value, 'of what is due'),
  ];
};

export const idleUsd = (
  lines: readonly IdleLine[] = idleLines(),
): { readonly list: number; readonly after_free: number } => ({
  list: lines.reduce((total, { usd }) => total + usd, 0),
  after_free: lines.reduce((total, { usd_after_free }) => total + usd_after_free, 0),
});

/** The price of the alarms, which exist where somebody is told of them: by list prices, and after what is free. */
export const alarmsUsd = (): { readonly list: number; readonly after_free: number } => {
  const { usd, free_a_month = 0 }: { readonly usd: number; readonly free_a_month?: number } = prices.alarm;
  const watched = idleFigures.alarm_metrics.value;
  return { list: usd * watched, after_free: usd * Math.max(0, watched - free_a_month) };
};
