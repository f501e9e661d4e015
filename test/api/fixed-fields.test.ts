import { expect, it } from 'vitest';
import type * as z from 'zod';
import { parseWith } from '../../lib/api/parse.ts';
import { UpdateBotBody } from '../../lib/api/schemas/bots.ts';
import { UpdateCalendarBody } from '../../lib/api/schemas/calendars.ts';
import { ValidationError } from '../../lib/domain/errors.ts';

const faultsOf = (body: object, schema: z.ZodType = UpdateBotBody): unknown => {
  try {
    return parseWith(schema, body);
  } catch (error) {
    return error instanceof ValidationError ? error.errors : error;
  }
};

it('a change of a bot says of what only its creation takes that it is too late, or what changes it', () => {
  const settings = { format: 'mp4', deduplication_key: 'k' };
  const fixed = ['cannot be changed after creation'];
  expect(
    faultsOf({
      ...{ webhooks: [], deduplication_key: 'k', conf_settings: {}, zoom_settings: {}, bot_nmae: 'B' },
      ...{ transcription_settings: {}, voice_agent_settings: {}, recording_settings: settings },
    }),
  ).toEqual({
    webhooks: fixed,
    deduplication_key: fixed,
    conf_settings: fixed,
    zoom_settings: fixed,
    bot_nmae: ['is not a known field: did you mean bot_name?'],
    transcription_settings: ['is changed by PATCH …/transcription_settings'],
    voice_agent_settings: ['is changed by PATCH …/voice_agent_settings'],
    'recording_settings.deduplication_key': ['is not a known field'],
  });
  expect(faultsOf({ bot_name: 'B' })).toEqual({ bot_name: 'B' });
});

it('a change of a calendar says so of what makes it another one', () => {
  const fixed = ['cannot be changed after creation'];
  expect(faultsOf({ client_id: 'x', deduplication_key: 'k', platfrom: 'google' }, UpdateCalendarBody)).toEqual({
    client_id: fixed,
    deduplication_key: fixed,
    platfrom: ['is not a known field'],
  });
});
