import { describe, expect, it } from 'vitest';
import { webhookTable } from '../../lib/api/openapi/webhooks.ts';
import { webhookTriggers } from '../../lib/domain/webhook/webhook-triggers.ts';
import { webhookBody } from '../../lib/webhooks/body.ts';
import { isTest, testIdentity, testOf } from '../../lib/webhooks/test-event.ts';
import { aSubscription } from '../lab/builders/records.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const key = '0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11';
const bodyOf = (identity: string): unknown => {
  const { subject, event } = testOf('prj_1', aSubscription().id, identity);
  return JSON.parse(webhookBody(subject, event, key));
};

describe('a test event', () => {
  it.each(Object.keys(webhookTable) as (keyof typeof webhookTable)[])(
    'has the shape that the document promises: %s',
    (trigger) => {
      const body = bodyOf(testIdentity(trigger, at));
      expect(webhookTable[trigger].body.strict().parse(body)).toEqual(body);
    },
  );

  it.each(webhookTriggers)('is the same whenever it is made again, and marked: %s', (trigger) => {
    const identity = testIdentity(trigger, at);
    expect(isTest(identity)).toBe(true);
    expect(bodyOf(identity)).toEqual(bodyOf(identity));
    expect(JSON.stringify(bodyOf(identity))).toContain('_metadata":{"test":true}');
    const { subject } = testOf('prj_1', aSubscription().id, identity);
    expect(subject.id).toMatch(/^(bot|cal|con)_[0-9A-Z]{26}$/);
  });

  it('is none of what happens to bots', () => {
    expect(isTest('event#2')).toBe(false);
    expect(() => testOf('prj_1', aSubscription().id, 'event#2')).toThrow('is no test');
  });
});
