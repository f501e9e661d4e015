import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeNames } from '../../../lib/api/routes.ts';
import { anyQuery, anyText, anyWebUrl, runs } from '../../lab/properties.ts';
import { call, good, scheduled, storedItems } from './projects.ts';

describe('any request', () => {
  /** Values of the right kind, of the wrong kind, and missing. */
  const anyOf = (...likely: fc.Arbitrary<unknown>[]) =>
    fc.option(fc.oneof(...likely, fc.jsonValue(), anyText), { nil: undefined });
  const anyBody = fc.record({
    meeting_url: anyOf(fc.constant(good.meeting_url), anyWebUrl),
    bot_name: anyOf(fc.constant('Notes')),
    join_at: anyOf(fc.constant(scheduled.join_at), fc.date().map(String)),
    metadata: anyOf(fc.object({ withNullPrototype: false })),
    deduplication_key: anyOf(fc.uuid()),
    webhooks: anyOf(fc.array(fc.record({ url: anyWebUrl, triggers: fc.constant(['bot.state_change']) }))),
    recording_settings: anyOf(fc.record({ format: fc.constantFrom('mp4', 'none', 'x') })),
    transcription_settings: anyOf(fc.constant({ meeting_closed_captions: {} })),
    automatic_leave_settings: anyOf(fc.record({ waiting_room_timeout_seconds: fc.double() })),
  });

  it('that creates a bot is taken or refused with the fields to change, and never a fault of ours', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const before = storedItems().length;
        const answer = await call('createBot', { body: JSON.stringify(body) });
        expect([201, 400]).toContain(answer.status);
        if (answer.status === 201)
          expect((answer.body as { metadata: unknown }).metadata).toEqual(jsonOf(body).metadata ?? {});
        else {
          expect(Object.keys((answer.body as { errors: object }).errors).length).toBeGreaterThan(0);
          expect(storedItems().length).toBe(before);
        }
      }),
      { numRuns: runs(100) },
    );
  });
  const jsonOf = (value: object): { metadata?: unknown } => JSON.parse(JSON.stringify(value));

  it('with any body, query and id gets an answer that is no fault of ours', async () => {
    const anyInput = fc.oneof(anyText, anyQuery, fc.json());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routeNames), anyInput, anyInput, anyInput, async (name, body, query, id) => {
        const answer = await call(name, { body, query, id: id.toWellFormed() });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: runs(150) },
    );
  });
});
