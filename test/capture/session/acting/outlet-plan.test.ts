import { describe, expect, it } from 'vitest';
import { agentWish, mayPlay, shownOf } from '../../../../lib/capture/session/acting/outlet-plan.ts';

const asked = (voice_agent_settings?: { url?: string; screenshare_url?: string }) => ({
  voice_agent_settings: voice_agent_settings && { ...voice_agent_settings, reserve_resources: true },
  output_video: undefined,
});

describe('what a bot shows', () => {
  it.each([
    [{}, ['nothing', 'nothing', 'nothing']],
    [{ hasPicture: true }, ['picture', 'nothing', 'nothing']],
    [{ hasPicture: true, agent: 'camera' }, ['agent', 'agent', 'nothing']],
    [{ hasPicture: true, agent: 'screen' }, ['picture', 'agent', 'agent']],
    [{ hasPicture: true, agent: 'camera', isVideoPlaying: true }, ['video', 'video', 'nothing']],
    [{ agent: 'screen', isVideoPlaying: true }, ['video', 'video', 'agent']],
    [{ hasPicture: true, hasServer: true }, ['picture', 'agent', 'nothing']],
    [{ hasServer: true, isVideoPlaying: true }, ['video', 'video', 'nothing']],
  ] as const)('with %j is camera, microphone and screen: %j', (present, [camera, microphone, screen]) => {
    const shown = shownOf({ isVideoPlaying: false, agent: undefined, hasServer: false, hasPicture: false, ...present });
    expect(shown).toEqual({ camera, microphone, screen });
  });

  it.each([
    [undefined, undefined],
    [{ url: '' }, undefined],
    [{ screenshare_url: '' }, undefined],
    [{ url: 'https://example.com/' }, { url: 'https://example.com/', as: 'camera' }],
    [{ screenshare_url: 'https://example.com/' }, { url: 'https://example.com/', as: 'screen' }],
  ])('is, of the agent asked for with %j, %j', (settings, wish) => {
    expect(agentWish(asked(settings))).toEqual(wish);
  });

  it('is never a second time a video that was started and does not loop', () => {
    const video = { id: 'v', url: 'https://example.com/a.mp4', asked_at: '2026-01-01T00:00:00Z' };
    const started_at = '2026-01-01T00:00:01Z';
    expect(mayPlay({ ...video, loop: false })).toBe(true);
    expect(mayPlay({ ...video, loop: false, started_at })).toBe(false);
    expect(mayPlay({ ...video, loop: true, started_at })).toBe(true);
  });
});
