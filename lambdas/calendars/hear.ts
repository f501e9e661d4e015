/** What platforms tell of calendars, by the path that they tell it to. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { openCalendarQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { hookRoutes } from '../../lib/api/hook-routes.ts';
import { problem } from '../../lib/api/problem.ts';
import { calendarPlatforms } from '../../lib/domain/calendar/calendar-platforms.ts';
import { answerHeaders } from '../../lib/net/serving/answer-headers.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { channelRepository } from '../../lib/storage/calendars/calendar-channels.ts';
import { createHearPlatform } from '../../lib/usecases/calendars/hear-platform.ts';
import { masked } from '../events/masked.ts';
import { problemResponse } from '../middleware/answers.ts';
import { headerOf, rawBodyOf } from '../middleware/body.ts';

const hearPlatform = createHearPlatform({
  channels: channelRepository(openTable()),
  queue: openCalendarQueue(),
  clock: systemClock,
});

export const handler = masked(async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const platform = calendarPlatforms.find((one) => hookRoutes[one] === event.rawPath);
  if (!platform) return problemResponse(problem('not_found', 'No such resource.'));
  const { status, text } = await hearPlatform(platform, {
    query: new URLSearchParams(event.rawQueryString),
    header: (name) => headerOf(event, name),
    body: rawBodyOf(event).toString(),
  });
  return { statusCode: status, headers: { 'content-type': 'text/plain; charset=utf-8', ...answerHeaders }, body: text };
});
