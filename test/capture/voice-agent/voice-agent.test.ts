import { describe, expect, it, vi } from 'vitest';
import type { AgentPageOptions } from '../../../lib/capture/voice-agent/agents.ts';
import { createVoiceAgent } from '../../../lib/capture/voice-agent/voice-agent.ts';

const anAgent = (open: (options: AgentPageOptions, attempt: number) => void) => {
  const opened: AgentPageOptions[] = [];
  let closed = 0;
  const changes: boolean[] = [];
  const agent = createVoiceAgent({
    url: 'https://agent.example.com/',
    log: () => undefined,
    onPicture: () => undefined,
    onSound: () => undefined,
    onChange: () => changes.push(agent.isLive),
    open: async (options) => {
      opened.push(options);
      open(options, opened.length);
      return {
        send: () => undefined,
        async [Symbol.asyncDispose]() {
          closed += 1;
        },
      };
    },
  });
  return { agent, opened, changes, closed: () => closed };
};

const picture = { type: 'picture', key: true, data: '' } as const;

describe('a voice agent', () => {
  it('is opened again when its page does not load or is lost, later each time, and closed each time', async () => {
    vi.useFakeTimers();
    const { agent, opened, changes, closed } = anAgent(({ onMessage, onLost }, attempt) => {
      if (attempt === 1) throw new Error('no such page');
      onMessage(picture);
      if (attempt === 2) setTimeout(() => onLost('it crashed'), 10);
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(opened).toHaveLength(2);
    expect([changes, closed()]).toEqual([[true, false], 1]);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(opened).toHaveLength(3);
    expect(agent.isLive).toBe(true);
    await agent[Symbol.asyncDispose]();
    expect([changes, closed()]).toEqual([[true, false, true, false], 2]);
    vi.useRealTimers();
  });
});
