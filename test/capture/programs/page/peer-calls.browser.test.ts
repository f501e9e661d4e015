/** The hooks in the page of strangers, without an adapter: Peer Calls, in which everybody is connected to everybody. */
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../../lib/capture/browser/chromium.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import { until } from '../../../lab/until.ts';
import {
  type Caller,
  enterCall,
  joinCall,
  peerCallsPackages,
  startPeerCalls,
} from '../../../servers/peer-calls/peer-calls.ts';
import { type Name, pitches, voiceOf } from '../../browser/heard-voices.ts';
import { openHookedPage } from '../../browser/hooked-page.ts';

const packages = await peerCallsPackages();
if ('missing' in packages) console.warn(`the test in Peer Calls is left out. ${packages.missing}`);

/** What an adapter would know, put into the page: whose element plays a track. */
const knowOwners = (): void => {
  const boxes = () => [...document.querySelectorAll<HTMLVideoElement>('.video-container video')];
  const playing = (track: MediaStreamTrack) =>
    boxes().find(({ srcObject }) => srcObject instanceof MediaStream && srcObject.getTracks().includes(track));
  const nameOf = (video: Element | undefined): string | undefined =>
    video?.closest('.video-container')?.querySelector('.video-footer')?.firstChild?.textContent?.trim();
  Object.assign(globalThis, {
    platform: {
      ownerOf({ track }: { track: MediaStreamTrack }) {
        const participant_id = nameOf(playing(track));
        return participant_id && { participant_id, kind: track.kind === 'audio' ? 'voice' : 'camera' };
      },
    },
  });
};

describe.skipIf('missing' in packages)('the hooks in a page of Peer Calls', () => {
  const names = ['ada', 'ben'] as const satisfies readonly Name[];
  const held = new AsyncDisposableStack();
  let browser: Browser;
  let url: string;
  let people: Readonly<Record<(typeof names)[number], Caller>>;
  beforeAll(async () => {
    if ('missing' in packages) return;
    const calls = held.use(await startPeerCalls(packages.folder));
    browser = await launchChromium({ width: 1280, height: 720 });
    held.defer(() => closeChromium(browser));
    url = calls.callUrl('standup');
    const come = (name: Name, colour: string) => enterCall(browser, { url, name, colour, hertz: pitches[name] });
    people = { ada: await come('ada', '#b03a3a'), ben: await come('ben', '#3aa04a') };
  });
  afterAll(() => held.disposeAsync());

  it('hear and see everybody by the connection to each, and know whose each track is', async () => {
    await using hooked = await openHookedPage(browser, url);
    const { meeting, page } = hooked;
    await page.evaluate(knowOwners);
    await joinCall(page, 'Notes');
    const { media } = await until(
      () => meeting.read(),
      ({ media }) => media.filter(({ kind, came_out_ms }) => kind !== 'unknown' && came_out_ms !== null).length === 4,
    );
    expect(media.map(({ kind, participant_id }) => `${kind} of ${participant_id}`).toSorted()).toEqual([
      'camera of ada',
      'camera of ben',
      'voice of ada',
      'voice of ben',
    ]);

    const pieces: AttributedSound[] = [];
    meeting.onPiece((piece) => void pieces.push(piece));
    await meeting.listen({ pieces: true });
    for (const name of names) {
      // What a busy machine tears to pieces is said again.
      const speak = async (): Promise<boolean> => {
        await people[name].speak(1_500);
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return pieces.some((piece) => voiceOf([piece]) === name);
      };
      await until(speak, (isHeard) => isHeard);
    }
    const heard = pieces.flatMap((piece) => {
      const voice = voiceOf([piece]);
      return voice ? `${voice} under ${piece.participant_id}` : [];
    });
    expect(new Set(heard)).toEqual(new Set(['ada under ada', 'ben under ben']));
  });
});
