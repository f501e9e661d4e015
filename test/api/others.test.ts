/**
 * Requests as public programs send them that were written for other services of this family. Each is told by where it was
 * seen; what it holds is kept, and the values are ours.
 */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { parseWith } from '../../lib/api/parse.ts';
import { inNeutralNames } from '../../lib/api/renamed.ts';
import { appSessionRoutes } from '../../lib/api/routes/app-sessions.ts';
import { botRoutes } from '../../lib/api/routes/bots.ts';
import { connectionRoutes } from '../../lib/api/routes/connections.ts';
import { endedStreamOf } from '../../lib/api/schemas/app-sessions.ts';

const { createBot } = botRoutes;
const { createAppSession, endStream } = appSessionRoutes;
const { createConnection } = connectionRoutes;
const read = <T extends z.ZodType>({ body: schema }: { readonly body: T }, body: unknown): z.output<T> =>
  parseWith(schema, inNeutralNames(schema, body).value);

const meeting = { meeting_url: 'https://us02web.zoom.us/j/84512345678?pwd=x', bot_name: 'Notes' };
const stream = {
  meeting_uuid: 'aDYlohsHRtCd4ii1uC2+hA==',
  rtms_stream_id: '609340fb',
  server_urls: 'wss://rtms.zoom.us',
};
const onbehalf_token = { zoom_oauth_connection_user_id: 'u-1' };

describe('what programs for other services of this family send', () => {
  it.each<[string, { readonly body: z.ZodType }, object]>([
    ['managed-zoom-oauth-example, a bot', createBot, { ...meeting, zoom_settings: { sdk: 'web', onbehalf_token } }],
    ['a bot of the web client', createBot, { ...meeting, zoom_settings: { sdk: 'web' } }],
    [
      'managed-zoom-oauth-example, a connection',
      createConnection,
      {
        authorization_code: 'c0de',
        redirect_uri: 'http://localhost:5005/zoom_oauth_callback',
        is_local_recording_token_supported: false,
        is_onbehalf_token_supported: true,
      },
    ],
    [
      'a voice agent over a WebSocket',
      createBot,
      { ...meeting, websocket_settings: { audio: { url: 'wss://agent.example.com', sample_rate: 24_000 } } },
    ],
    ['rtms-notetaker-example, a stream', createAppSession, { zoom_rtms: stream }],
    [
      'zoom-rtms-attendee, a stream',
      createAppSession,
      { zoom_rtms: stream, metadata: {}, transcription_settings: { deepgram: { language: 'en-US' } } },
    ],
  ])('is taken as it is: %s', (_, route, body) => {
    expect(() => read(route, body)).not.toThrow();
  });

  it.each([
    ['its id', { rtms_stream_id: '609340fb' }],
    ['a part of what told of its end', { zoom_rtms: { rtms_stream_id: '609340fb' } }],
    ['all of what told of its end', { zoom_rtms: { event: 'meeting.rtms_stopped', payload: { ...stream } } }],
    ['what told of its end, nested', { conf_rtms: { payload: { object: { ...stream, stop_reason: 6 } } } }],
  ])('ends a stream by %s', (_, body) => {
    expect(endedStreamOf(read(endStream, body)).rtms_stream_id).toBe('609340fb');
  });

  it.each([
    [6, 6],
    [null, undefined],
    ['6', undefined],
  ])('knows why by the reason that was told with it, where it is a number: %j', (stop_reason, known) => {
    const body = { conf_rtms: { rtms_stream_id: '609340fb', stop_reason } };
    expect(endedStreamOf(read(endStream, body)).stop_reason).toBe(known);
  });

  it.each([
    [{}, 'rtms_stream_id: is required, unless `conf_rtms` is given'],
    [{ rtms_stream_id: '609340fb', conf_rtms: { rtms_stream_id: '609340fb' } }, 'one of the two'],
    [{ zoom_rtms: {} }, 'conf_rtms.rtms_stream_id: is required'],
  ])('ends none by %j', (body, fault) => {
    expect(() => read(endStream, body)).toThrow(fault);
  });
});
