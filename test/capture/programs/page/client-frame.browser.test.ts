import { describe, expect, it } from 'vitest';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import { demoRoom } from '../../../../lib/capture/platforms/demo-room/index.ts';
import type { MeetingPlatform } from '../../../../lib/capture/platforms/platform.ts';
import { wishOf } from '../../../../lib/capture/recording/quality.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { pageProgram } from '../../../lab/pages/page-program.ts';
import { until } from '../../../lab/until.ts';
import { aSite, clientFrame, fixtures, openHookedPage } from '../../browser/hooked-page.ts';
import { recordingInto, untilStored } from '../../browser/recorded-meeting.ts';

const platform: MeetingPlatform = {
  proven_on: 'this page',
  signs: demoRoom.signs,
  capabilities: { ...demoRoom.capabilities, pictures: 'page' },
  pageProgram,
  clientFrame,
  prepare: (controls) => controls.press('#speak'),
  pressJoin: async () => undefined,
  pressLeave: async () => undefined,
};

/** Opens the client as libraries do: the empty frame is looked into before its page comes. */
const shell = `
  <iframe id="other" src="/other"></iframe>
  <script>
    var platform = { read: () => ({ phase: 'pre_join' }) };
    const openClient = () => {
      const frame = Object.assign(document.createElement('iframe'), { id: 'client' });
      document.body.append(frame);
      frame.contentWindow.document.title = 'empty';
      frame.src = '/client';
    };
  </script>`;
const isNative = 'Function.prototype.toString.call(RTCPeerConnection).includes("[native code]")';

describe('a client that lives in a frame of its page', () => {
  it('is looked at, pressed, listened to and recorded there, also when it is loaded anew; other frames are let be', async () => {
    const button = `<button id="speak" onclick="send(speech(pitches.ada), 'ada', 'voice')">Speak</button>`;
    const client = button + (await fixtures('voices', 'peers'));
    await using site = await aSite(shell, (path) => ({ '/client': client, '/other': '' })[path]);
    const browser = await patientBrowser({ width: 640, height: 360 });
    try {
      await using hooked = await openHookedPage(browser, site.url());
      const { page } = hooked;
      const meeting = meetingIn(hooked.meeting, platform, { meeting_url: site.url() });
      expect((await meeting.look()).phase).toBe('pre_join');
      const store = aMemoryStore();
      const settings = { format: 'mp4', view: 'speaker_view', resolution: '720p' } as const;
      await using recording = recordingInto(store, meeting.recorder, wishOf(settings));
      await recording.arm();
      const pieces: AttributedSound[] = [];
      await page.evaluate('openClient()');
      const speak = async (): Promise<string> => {
        await until(
          () => meeting.look(),
          ({ phase, media }) => phase === 'in_meeting' && media.length === 0,
        );
        await meeting.prepare('Notes');
        const { media } = await until(
          () => meeting.look(),
          ({ media, speech }) => media.length === 1 && speech.some(({ type }) => type === 'speech_start'),
        );
        return media.map(({ participant_id, kind }) => `${kind} of ${participant_id}`).join();
      };
      expect(await speak()).toBe('voice of ada');
      const listen = () => meeting.speech.start((piece) => pieces.push(piece));
      await listen();
      await recording.keep(true);
      await untilStored(1, '001-001', store, meeting);
      await recording.stop();
      const { files } = await meeting.evidence();
      const frames = files
        .filter(({ name }) => name.endsWith('.html'))
        .map(({ bytes }) => Buffer.from(bytes).toString());
      expect(frames.join('')).toContain('id="speak"');

      await page.evaluate("document.querySelector('#client').contentWindow.location.reload()");
      expect(await speak()).toBe('voice of ada');
      // Ada speaks without an end: what she has said so far is handed over each time that nobody listens any more.
      const heard = async (): Promise<number> => {
        await meeting.speech.stop();
        await listen();
        return pieces.length;
      };
      const known = await heard();
      await until(heard, (now) => now > known, 500);
      expect(new Set(pieces.map(({ participant_id }) => participant_id))).toEqual(new Set(['ada']));

      const other = page.frames().find((frame) => frame.url().endsWith('/other'));
      expect(await other?.evaluate(isNative)).toBe(true);
      expect(await page.evaluate(isNative)).toBe(false);
    } finally {
      await closeChromium(browser);
    }
  });
});
