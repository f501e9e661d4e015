/** What platforms are answered that tell of changes, whoever they are. */
import { expect, it } from 'vitest';
import { hooks } from '../../../lib/api/hook-routes.ts';
import { answerHeaders } from '../../../lib/net/serving/answer-headers.ts';
import { anEvent, handlerIn } from '../../lab/api/requests.ts';

it.each(hooks)('what is answered at $path is kept by nobody on the way', async (hook) => {
  const { handler } = await handlerIn(hook.handler);
  const { headers } = await handler(anEvent('POST', hook.path, { body: {} }), {} as never);
  expect(headers).toMatchObject(answerHeaders);
});
