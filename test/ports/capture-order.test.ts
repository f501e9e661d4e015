import { expect, it } from 'vitest';
import { captureModes } from '../../lib/domain/bot/capture-task.ts';
import { parseOrder, printOrder } from '../../lib/ports/capture-order.ts';

it.each(captureModes)('an order to %s is read as it was written', (mode) => {
  const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 2, mode };
  expect(parseOrder({ PATH: '/usr/bin', ...printOrder(order) })).toEqual(order);
});

it.each(['PROJECT_ID', 'BOT_ID', 'ATTEMPT', 'MODE'])('an order without %s is none', (missing) => {
  const variables = printOrder({ project_id: 'prj_1', bot_id: 'bot_1', attempt: 1, mode: 'capture' });
  expect(() => parseOrder({ ...variables, [missing]: undefined })).toThrow();
});
