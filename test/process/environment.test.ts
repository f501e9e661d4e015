import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  allowsLoopback,
  createBaseUrl,
  customTranscription,
  hasCustomTranscription,
  operatedHosts,
} from '../../lib/process/environment.ts';

// Vitest has a BASE_URL of its own.
beforeEach(() => void vi.stubEnv('BASE_URL', undefined));
afterEach(() => void vi.unstubAllEnvs());

describe('the environment of functions', () => {
  it('lists the hosts that the operator named, none by default', () => {
    expect(operatedHosts()).toEqual({ jitsi: [], galene: [], demo_room: [] });
    vi.stubEnv('JITSI_HOSTS', ' Meet.Example.com, ,jitsi.example.org:8443');
    expect(operatedHosts().jitsi).toEqual(['meet.example.com', 'jitsi.example.org:8443']);
  });

  it('forbids addresses of this machine unless it is told to allow them', () => {
    expect(allowsLoopback()).toBe(false);
    vi.stubEnv('ALLOW_LOOPBACK_WEBHOOKS', 'true');
    expect(allowsLoopback()).toBe(true);
  });

  it('knows a server for speech-to-text when one is named, and gives it two minutes', () => {
    expect([hasCustomTranscription(), customTranscription()]).toEqual([false, undefined]);
    vi.stubEnv('CUSTOM_ASYNC_TRANSCRIPTION_URL', 'http://10.0.0.7:8000/transcribe');
    expect(hasCustomTranscription()).toBe(true);
    expect(customTranscription()).toEqual({ url: 'http://10.0.0.7:8000/transcribe', timeout_ms: 120_000 });
    vi.stubEnv('CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT', '2.5');
    expect(customTranscription()?.timeout_ms).toBe(2500);
  });

  it('links to where the API is reached', () => {
    expect(createBaseUrl()('api.example.com')).toBe('https://api.example.com');
    vi.stubEnv('BASE_URL', 'http://localhost:3000');
    expect(createBaseUrl()('api.example.com')).toBe('http://localhost:3000');
  });

  it('with a mistake in it fails with the name of what is wrong', () => {
    vi.stubEnv('BASE_URL', 'nowhere');
    expect(() => createBaseUrl()('api.example.com')).toThrow('BASE_URL');
  });
});
