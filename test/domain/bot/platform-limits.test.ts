import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { faultOfReader, platformWarnings } from '../../../lib/domain/bot/platform-limits.ts';
import { chatRecipients, type RecordingSettings } from '../../../lib/domain/bot/settings.ts';
import { type Platform, platforms } from '../../../lib/domain/meeting/known-platforms.ts';
import { aBot } from '../../lab/builders/records.ts';

/** Of which platforms something is said. */
const saidOf = (settings: Partial<Bot>, about: RegExp): Platform[] =>
  platforms.filter((platform) => platformWarnings(aBot({ ...settings, platform })).some((line) => about.test(line)));

const stt = { stt_a: { language: 'en', model: 'nova-3' } };
const recorded = (view: RecordingSettings['view'], format: 'mp4' | 'mp3' = 'mp4') => ({
  recording_settings: { format, view, resolution: '720p' as const },
});

describe('what a platform does not carry out', () => {
  it('is a transcript of captions where there may be none, until the meeting has shown that itself', () => {
    expect(saidOf({}, /only where a captioner/)).toEqual(['jitsi', 'galene', 'livekit']);
    const since = '2026-03-02T09:00:00.000Z';
    const shown: Partial<Bot> = { missing_media: [{ kind: 'no_captions', since }] };
    for (const settings of [shown, { transcription_settings: stt }])
      expect(saidOf(settings, /only where a captioner/)).toEqual([]);
  });

  it('is a language of captions that is named for another platform', () => {
    // What a captioner of theirs writes in is its own affair.
    const withCaptioner: Platform[] = ['jitsi', 'galene', 'livekit'];
    const forMeet = { meeting_closed_captions: { platform_a_language: 'de-DE' } };
    expect(saidOf({ transcription_settings: forMeet }, /named for other platforms/)).toEqual([
      ...['zoom', 'teams'],
      ...withCaptioner,
    ]);
    const forZoom = { meeting_closed_captions: { platform_b_language: 'German' } };
    expect(saidOf({ transcription_settings: forZoom }, /named for other platforms/)).toEqual([
      ...['google_meet', 'teams'],
      ...withCaptioner,
    ]);
    const forAll = { ...forMeet.meeting_closed_captions, platform_b_language: 'German', platform_c_language: 'de-de' };
    for (const [meeting_closed_captions, said] of [
      [{}, []],
      [forAll, withCaptioner],
    ] as const)
      expect(saidOf({ transcription_settings: { meeting_closed_captions } }, /language of captions/)).toEqual(said);
  });

  it('is a view of people that a page which is recorded does not have', () => {
    expect(saidOf(recorded('speaker_view_no_sidebar'), /as their page looks/)).toEqual(['zoom']);
    expect(saidOf(recorded('speaker_view_no_sidebar', 'mp3'), /as their page looks/)).toEqual([]);
    for (const view of ['speaker_view', 'gallery_view'] as const)
      expect(saidOf(recorded(view), /as their page looks/)).toEqual([]);
  });

  it('is a message to single people where bots write to everyone only', () => {
    const chat = { to: 'everyone_but_host' as const, message: 'Hello' };
    expect(saidOf({ bot_chat_message: chat }, /will not be sent/)).toEqual(['google_meet', 'teams', 'livekit']);
    for (const to of chatRecipients) {
      const refusing = platforms.filter((platform) => faultOfReader(platform, to) !== undefined);
      expect(refusing).toEqual(to === 'everyone' ? [] : ['google_meet', 'teams', 'livekit']);
    }
  });

  it('is joining on behalf of somebody, but for the room where that is tried out', () => {
    const everywhereElse = platforms.filter((platform) => platform !== 'demo_room');
    const asked = { conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: 'u1' } } };
    expect(saidOf(asked, /as a guest/)).toEqual(everywhereElse);
    expect(saidOf({ callback_settings: { conf_tokens_url: 'https://example.com/' } }, /as a guest/)).toEqual(
      everywhereElse,
    );
    expect(saidOf({ conf_settings: { sdk: 'web' } }, /as a guest/)).toEqual([]);
  });

  it('is nobody’s business any more once the data of the bot is deleted', () => {
    expect(platformWarnings(aBot({ platform: 'jitsi', state: 'data_deleted' }))).toEqual([]);
  });
});
