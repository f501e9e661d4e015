import type { Browser } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import type { MeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import { recorderOf } from '../../../../lib/capture/browser/page-source.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import { finishRecording } from '../../../../lib/capture/recording/finish.ts';
import { wishOf } from '../../../../lib/capture/recording/quality.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { longestMs, until } from '../../../lab/until.ts';
import { type Heard, samplesOf, speechOf, voiceOf } from '../../browser/heard-voices.ts';
import { aSite, fixtures, openHookedPage } from '../../browser/hooked-page.ts';
import { recordingInto, untilStored } from '../../browser/recorded-meeting.ts';

const enoughMs = 1_500;

/** A recording of some seconds of sound, as it is heard in the end. */
const record = async (browser: Browser, meeting: MeetingPage): Promise<Heard> => {
  const store = aMemoryStore();
  const settings = { format: 'mp3', view: 'speaker_view', resolution: '720p' } as const;
  await using recording = recordingInto(store, recorderOf(meeting, 'tracks'), wishOf(settings));
  await recording.keep(true);
  await untilStored(1, '001-001', store, { look: meeting.read });
  await recording.stop();
  await finishRecording(store, async () => undefined);
  const mp3 = Buffer.from(store.objects.get('recording.mp3') ?? []).toString('base64');
  const player = await browser.newPage();
  player.setDefaultTimeout(longestMs);
  const samples = await player.evaluate(`(async () => {
    const context = new OfflineAudioContext(1, 1, 16000);
    const sound = await context.decodeAudioData(Uint8Array.fromBase64('${mp3}').buffer);
    return [...sound.getChannelData(0)];
  })()`);
  await player.close();
  return { pcm: Buffer.from(Int16Array.from(samples as number[], (sample) => 32_767 * sample).buffer) };
};

/** In dB of full scale. */
const loudness = (pieces: readonly Heard[]): number => {
  const samples = pieces.flatMap((piece) => [...samplesOf(piece)]);
  return 10 * Math.log10(samples.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / samples.length);
};
const pieceOf = ({ pcm }: Heard, at_ms: number, length_ms: number): Heard => ({
  pcm: Buffer.from(pcm.slice(2 * 16 * at_ms, 2 * 16 * (at_ms + length_ms))),
});
const placesIn = (length_ms: number, every_ms: number): number[] =>
  Array.from({ length: Math.floor(length_ms / every_ms) }, (_, index) => index * every_ms);
/** Its syllables are alike, and so is the loudest moment of each: a busy machine tears holes into them, but not into all of those. */
const syllableMs = 250;
const momentMs = 25;
const levelOf = (heard: Heard): number => {
  const loudest = placesIn(heard.pcm.length / 32, syllableMs).map((from_ms) =>
    Math.max(...placesIn(syllableMs, momentMs).map((at_ms) => loudness([pieceOf(heard, from_ms + at_ms, momentMs)]))),
  );
  return loudest.toSorted((one, other) => one - other)[Math.floor(loudest.length * 0.9)] ?? Number.NaN;
};
/** What is played, of which every third sample is as much as is heard. */
const sent: Heard = {
  pcm: Buffer.from(samplesOf({ pcm: speechOf('ada', 0, 1_000) }).filter((_, index) => index % 3 === 0).buffer),
};
/** Heard twice, sound has 6 dB more; with the holes that a busy machine tears into it, it has less. */
const isHeardOnce = (heard: readonly Heard[]): boolean => {
  const more_db = loudness(heard) - loudness([sent]);
  return more_db > -8 && more_db < 2;
};

describe('a page whose sound comes by no track', () => {
  it('is heard and recorded as it plays, without the bot itself, and by its tracks alone once it has some', async () => {
    await using site = await aSite(await fixtures('voices', 'page-output'));
    const browser = await patientBrowser({ width: 640, height: 360 });
    try {
      await using hooked = await openHookedPage(browser, site.url());
      const { meeting, page } = hooked;
      const run = (script: string) => page.evaluate(`Promise.resolve(${script}).then(() => 0)`);
      const pieces: AttributedSound[] = [];
      meeting.onPiece((piece) => pieces.push(piece));
      await meeting.listen({ pieces: true });
      /** What is heard from now on, once there is enough of it, and of what is said beside it. */
      const heard = async (isEnough = (): boolean => true): Promise<AttributedSound[]> => {
        await meeting.listen({ pieces: false });
        pieces.length = 0;
        await meeting.listen({ pieces: true });
        const since_ms = Date.now();
        await until(
          async () => (await meeting.read()).last_sound_ms ?? 0,
          (last_ms) => last_ms - since_ms > enoughMs && isEnough(),
        );
        await meeting.listen({ pieces: false });
        return [...pieces];
      };

      await run('play()');
      await until(
        () => meeting.read(),
        ({ speech }) => speech.some(({ type }) => type === 'speech_start'),
      );
      const played = await heard();
      expect(voiceOf(played)).toBe('ada');
      expect(new Set(played.map(({ participant_id }) => participant_id))).toEqual(new Set(['ada']));
      expect(isHeardOnce(played)).toBe(true);

      const recorded = await record(browser, meeting);
      expect(voiceOf([recorded])).toBe('ada');
      expect(isHeardOnce([recorded])).toBe(true);
      expect(Math.abs(levelOf(recorded) - levelOf(sent))).toBeLessThan(1);

      // The bot speaks, and the page plays it to itself.
      await meeting.outlet.start();
      await meeting.outlet.send({ type: 'show', shown: { camera: 'nothing', microphone: 'agent', screen: 'nothing' } });
      await run('echo()');
      let said_ms = 0;
      const speaking = setInterval(() => {
        const pcm = speechOf('dee', said_ms, 20).toString('base64');
        said_ms += 20;
        meeting.outlet.send({ type: 'agent_sound', pcm }).catch(() => undefined);
      }, 20);
      const beside = await heard(() => said_ms > enoughMs / 2);
      clearInterval(speaking);
      expect(voiceOf(beside)).toBe('ada');

      await run('connect()');
      const { media } = await until(
        () => meeting.read(),
        (view) => view.media.length === 2 && view.media.every(({ kind, packets }) => kind === 'line' || packets > 50),
      );
      expect(media.map(({ id, is_wanted }) => [id, is_wanted])).toEqual([
        ['output', true],
        ['a1', false],
      ]);
      await run("way = 'tracks'");
      await until(
        () => meeting.read(),
        (view) => view.media.length === 1 && view.media[0]?.came_out_ms !== null,
      );
      const byTrack = await heard();
      expect(voiceOf(byTrack)).toBe('ben');
      expect(new Set(byTrack.map(({ participant_id }) => participant_id))).toEqual(new Set(['ben']));
      expect(isHeardOnce(byTrack)).toBe(true);
    } finally {
      await closeChromium(browser);
    }
  });
});
