/** Row 6: whether any partition key gets too hot when everybody meets in the same minute. */

import { judged, over } from '../../judged.ts';
import type { Row } from '../../row.ts';
import { busyHour } from '../../worlds/busy-hour.ts';

const count = 10_000;
/** Of writes a second to one key. DynamoDB takes a thousand. */
const most = { 'within a minute': 250, 'in the same second': 900 };

const measure = async (): Promise<string> => {
  const minute = await busyHour(count, 60_000);
  const second = await busyHour(count, 1);
  const figure = `${minute.writes} (${minute.key}); all in the same second ${second.writes} (${second.key})`;
  return judged(figure, over({ 'within a minute': minute.writes, 'in the same second': second.writes }, most));
};

export const hottestKeyRows: readonly Row[] = [
  {
    number: 6,
    title: '10,000 bots created, joining and leaving within a minute each: most writes a second to one partition key',
    target: `≤ ${most['within a minute']}; all in the same second ≤ ${most['in the same second']}`,
    measure,
  },
];
