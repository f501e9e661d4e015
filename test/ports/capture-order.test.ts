import { describe, expect, it } from 'vitest';
import { captureModes } from '../../lib/domain/bot/capture-task.ts';
import { parseOrder, placeIn, printOrder, printPlace } from '../../lib/ports/capture-order.ts';

it.each(captureModes)('an order to %s is read as it was written', (mode) => {
  const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 2, mode };
  expect(parseOrder({ PATH: '/usr/bin', ...printOrder(order) })).toEqual(order);
});

it.each(['PROJECT_ID', 'BOT_ID', 'ATTEMPT', 'MODE'])('an order without %s is none', (missing) => {
  const variables = printOrder({ project_id: 'prj_1', bot_id: 'bot_1', attempt: 1, mode: 'capture' });
  expect(() => parseOrder({ ...variables, [missing]: undefined })).toThrow();
});

describe('the place of a task that waits for its order', () => {
  it('is read as it was printed, and is none where there is an order', () => {
    expect(placeIn(printPlace({ load: 'sound', id: 'one' }))).toEqual({ load: 'sound', id: 'one' });
    expect(placeIn({ BOT_ID: 'bot_1' })).toBeUndefined();
  });

  it('is refused when it is none', () => {
    expect(() => placeIn({ WARM_ID: 'one', WARM_LOAD: 'huge' })).toThrow('WARM_LOAD');
  });
});
