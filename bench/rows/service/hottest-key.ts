/** Row 6: whether any partition key gets too hot when everybody meets in the same minute. */
import { busyHour } from '../../busy-hour.ts';
import type { Row } from '../../row.ts';

const count = 10_000;
const most = 250;

const measure = async (): Promise<string> => {
  const minute = await busyHour(count, 60_000);
  const figure = `${minute.writes} (${minute.key})`;
  if (minute.writes > most) throw new Error(figure);
  const second = await busyHour(count, 1);
  return `${figure}; all in the same second ${second.writes} (${second.key})`;
};

export const hottestKeyRows: readonly Row[] = [
  {
    number: 6,
    title: '10,000 bots created, joining and leaving within a minute each: most writes a second to one partition key',
    target: `≤ ${most}`,
    measure,
  },
];
