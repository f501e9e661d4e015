import { describe, expect, it } from 'vitest';
import { type PageFacts, phaseOf } from '../../../../lib/capture/platforms/livekit/phase.ts';

const facts: PageFacts = {
  isLoaded: true,
  hasPreJoin: false,
  canLeave: false,
  hasMeeting: false,
  connection: { state: 'none' },
  refusal: undefined,
};
const phase = (seen: Partial<PageFacts>) => phaseOf({ ...facts, ...seen });
const disconnected = (reason: number) => ({ state: 'disconnected', reason }) as const;
const joined = { state: 'joined' } as const;
const [meeting, door] = [{ hasMeeting: true, canLeave: true }, { hasPreJoin: true }];

describe('where a bot is in a page of LiveKit', () => {
  it.each([
    ['loading', { isLoaded: false }],
    ['unknown', {}],
    ['pre_join', door],
    ['asking', meeting],
    ['asking', { hasMeeting: true }],
    ['in_meeting', { ...meeting, connection: joined }],
    ['left', { ...door, connection: { state: 'leaving' } as const }],
    ['removed', { ...door, connection: disconnected(4) }],
    ['removed', { ...door, connection: disconnected(2) }],
    ['ended', { connection: disconnected(5) }],
    ['ended', { ...door, connection: disconnected(10) }],
    ['login_required', { ...door, refusal: 'invalid token: expired' }],
    ['not_found', { refusal: 'requested room does not exist' }],
  ] as const)('is %s: %j', (expected, seen) => {
    expect(phase(seen)).toBe(expected);
  });

  it('is no end by one sign alone', () => {
    // The server has said so, and the page does not show it yet; or the page shows it, and nobody has said why.
    expect(phase({ ...meeting, connection: disconnected(4) })).toBe('asking');
    expect(phase({ ...door, connection: joined })).toBe('pre_join');
    expect(phase({ connection: joined })).toBe('unknown');
  });

  it('is no end where a connection broke: the bot may come again', () => {
    for (const reason of [0, 3, 6, 7, 8, 9, 14, 15])
      expect(phase({ ...door, connection: disconnected(reason) })).toBe('pre_join');
  });
});
