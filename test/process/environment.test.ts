import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { meetingHosts, platformsOff } from '../../lib/process/environment/meetings.ts';
import { transcription } from '../../lib/process/environment/transcription.ts';
import { clientAddresses, environment, publicAddress, requestLimit } from '../../lib/process/environment.ts';

// Vitest has a BASE_URL of its own, and tests ask for more in a second than a client should.
beforeEach(() => {
  vi.stubEnv('BASE_URL', undefined);
  vi.stubEnv('REQUESTS_PER_SECOND', undefined);
});
afterEach(() => void vi.unstubAllEnvs());

describe('the environment of functions', () => {
  it('lists the hosts that the operator named, none by default', () => {
    expect(environment(meetingHosts)).toEqual({ hosts: { jitsi: [], galene: [], livekit: [], demo_room: [] } });
    vi.stubEnv('JITSI_HOSTS', ' Meet.Example.com, ,jitsi.example.org:8443');
    expect(environment(meetingHosts).hosts.jitsi).toEqual(['meet.example.com', 'jitsi.example.org:8443']);
  });

  it.each(['https://meet.example.com', 'meet.example.com/room', 'meet.example.com b.example.com', 'meet.example.com:'])(
    'refuses what is no host, by which no link would be known: %s',
    (list) => {
      vi.stubEnv('JITSI_HOSTS', list);
      expect(() => environment(meetingHosts)).toThrow('JITSI_HOSTS');
      vi.stubEnv('JITSI_HOSTS', '[2001:db8::1]:8443, 203.0.113.7');
      expect(environment(meetingHosts).hosts.jitsi).toEqual(['[2001:db8::1]:8443', '203.0.113.7']);
    },
  );

  it('lists the platforms that the operator has switched off, none by default, and refuses what is none', () => {
    expect(environment(platformsOff)).toEqual({ platforms_off: [] });
    vi.stubEnv('PLATFORMS_OFF', 'Zoom, google_meet');
    expect(environment(platformsOff)).toEqual({ platforms_off: ['zoom', 'google_meet'] });
    vi.stubEnv('PLATFORMS_OFF', 'zoom,meet');
    expect(() => environment(platformsOff)).toThrow(
      /PLATFORMS_OFF[\s\S]*must be names of platforms.*google_meet, zoom/,
    );
  });

  it('forbids addresses of this machine unless it is told to allow them', () => {
    expect(environment(clientAddresses)).toEqual({ allow_loopback: false });
    vi.stubEnv('ALLOW_LOOPBACK_WEBHOOKS', 'true');
    expect(environment(clientAddresses)).toEqual({ allow_loopback: true });
  });

  it('knows a server for speech-to-text when one is named, and gives it two minutes', () => {
    expect(environment(transcription)).toEqual({ transcriptionUrl: undefined, hasCustomTranscription: false });
    expect(environment(transcriptionTime)).toEqual({ transcription_timeout_seconds: 120 });
    vi.stubEnv('CUSTOM_ASYNC_TRANSCRIPTION_URL', 'http://10.0.0.7:8000/transcribe');
    vi.stubEnv('CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT', '2.5');
    expect(environment(transcription, transcriptionTime)).toEqual({
      transcriptionUrl: 'http://10.0.0.7:8000/transcribe',
      hasCustomTranscription: true,
      transcription_timeout_seconds: 2.5,
    });
  });

  it('gives each project a hundred requests a second unless it is told otherwise', () => {
    expect(environment(requestLimit)).toEqual({ requestsPerSecond: 100 });
    vi.stubEnv('REQUESTS_PER_SECOND', '0.5');
    expect(environment(requestLimit)).toEqual({ requestsPerSecond: 0.5 });
  });

  it('links to where the API is reached', () => {
    expect(environment(publicAddress).baseUrl('api.example.com')).toBe('https://api.example.com');
    vi.stubEnv('BASE_URL', 'http://localhost:3000');
    expect(environment(publicAddress).baseUrl('api.example.com')).toBe('http://localhost:3000');
    vi.stubEnv('BASE_URL', 'http://localhost:4566/_aws/execute-api/{api_id}/$default');
    expect(environment(publicAddress).baseUrl('ab12.execute-api.localhost')).toBe(
      'http://localhost:4566/_aws/execute-api/ab12/$default',
    );
  });

  it('is read once: what changes afterwards changes nothing', () => {
    const { baseUrl } = environment(publicAddress);
    vi.stubEnv('BASE_URL', 'http://localhost:3000');
    expect(baseUrl('api.example.com')).toBe('https://api.example.com');
  });

  it('with a mistake in it fails with the name of what is wrong, in those functions that need it', () => {
    vi.stubEnv('BASE_URL', 'nowhere');
    expect(() => environment(requestLimit, publicAddress)).toThrow('BASE_URL');
    expect(environment(meetingHosts).hosts.jitsi).toEqual([]);
  });
});
