import { describe, expect, it } from 'vitest';
import { type CaptureLoad, captureLoadOf } from '../../../lib/domain/bot/capture-load.ts';
import { RecordingSettings, VoiceAgentSettings } from '../../../lib/domain/bot/settings.ts';
import { aBot } from '../../lab/builders/records.ts';

const recording = (settings: object) => ({ recording_settings: RecordingSettings.parse(settings) });
const agent = (settings: object) => ({
  ...recording({ format: 'mp3' }),
  voice_agent_settings: VoiceAgentSettings.parse(settings),
});

describe('what a bot takes of a machine', () => {
  it.each<[CaptureLoad, string, Parameters<typeof aBot>[0]]>([
    ['1080p', 'nothing else is asked for', {}],
    ['720p', 'pictures are to be small', recording({ resolution: '720p' })],
    ['sound', 'there are no pictures, however large they would be', recording({ format: 'mp3', resolution: '1080p' })],
    ['sound', 'nothing is recorded', recording({ format: 'none' })],
    ['voice_agent', 'an agent is seen through its camera', agent({ url: 'https://agent.example.com/' })],
    ['voice_agent', 'an agent shares its screen', agent({ screenshare_url: 'https://agent.example.com/' })],
    ['voice_agent', 'an agent is announced', agent({ reserve_resources: true })],
    ['sound', 'an agent is neither there nor announced', agent({})],
    ['app_session', 'it has no browser', { id: 'app_01KJNWKZ00ABCDEFGHJKMNPQRS' }],
  ])('is %s where %s', (load, _, details) => {
    expect(captureLoadOf(aBot(details))).toBe(load);
  });
});
