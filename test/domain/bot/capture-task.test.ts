import { describe, expect, it } from 'vitest';
import { type CaptureTask, lostWith, mostLostCaptures } from '../../../lib/domain/bot/capture-task.ts';

const launched_at = '2026-03-02T09:00:00.000Z';
const aTask = (changes: Partial<CaptureTask>): CaptureTask => ({
  attempt: 2,
  lost: 1,
  mode: 'capture',
  launched_at,
  ...changes,
});

describe('capture tasks that are lost', () => {
  it('are counted while they are lost one soon after the other', () => {
    expect(lostWith(undefined)).toBe(0);
    expect(lostWith(aTask({ lost: 0 }))).toBe(1);
    expect(lostWith(aTask({ heartbeat_at: '2026-03-02T09:05:00.000Z' }))).toBe(mostLostCaptures);
  });

  it('are forgiven once a later one was at work for ten minutes', () => {
    expect(lostWith(aTask({ heartbeat_at: '2026-03-02T09:10:01.000Z' }))).toBe(1);
  });

  it('are not forgiven for one that finishes: it only tries for so long what cannot be done', () => {
    expect(lostWith(aTask({ mode: 'finish', lost: 2, heartbeat_at: '2026-03-02T09:30:00.000Z' }))).toBe(3);
  });

  it('do not count for a later appointment than the one that they were launched for', () => {
    expect(lostWith(aTask({}), '2026-03-02T09:00:01.000Z')).toBe(0);
    expect(lostWith(aTask({}), '2026-03-02T08:00:00.000Z')).toBe(mostLostCaptures);
  });

  it('do not count when they were refused', () => {
    expect(lostWith(aTask({ refused: true }))).toBe(1);
  });

  it('do not count when they ended with their service, which is no fault of the bot', () => {
    expect(lostWith(aTask({ ended_with_service: true }))).toBe(1);
    expect(lostWith(aTask({ ended_with_service: true, heartbeat_at: '2026-03-02T09:10:01.000Z' }))).toBe(0);
  });
});
