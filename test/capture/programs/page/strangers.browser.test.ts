/** The hooks in the pages of strangers, without an adapter: one in which everybody is connected to everybody, and a media server's. */
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import type { AttributedSound } from '../../../../lib/capture/meeting/speech.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { until } from '../../../lab/until.ts';
import { janus } from '../../../servers/janus/janus.ts';
import { peerCalls } from '../../../servers/peer-calls/peer-calls.ts';
import { openActorPage, speakIn } from '../../../servers/person.ts';
import type { Stranger } from '../../../servers/stranger.ts';
import { pitches, voiceOf } from '../../browser/heard-voices.ts';
import { openHookedPage } from '../../browser/hooked-page.ts';

const strangers = [
  { maker: 'Peer Calls', had: await peerCalls() },
  { maker: 'Janus', had: await janus() },
];
for (const { had, maker } of strangers) {
  if ('missing' in had) console.warn(`the test in ${maker} is left out. ${had.missing}`);
}
const people = { ada: '#b03a3a', ben: '#3aa04a' } as const;
const names = Object.keys(people) as (keyof typeof people)[];

/** Runs in the page, and tells the hooks what an adapter would. */
const knowOwners = ({ player, box, name }: Stranger['shows']): void => {
  const players = () => [...document.querySelectorAll<HTMLMediaElement>(player)];
  const playing = (track: MediaStreamTrack) =>
    players().find(({ srcObject }) => srcObject instanceof MediaStream && srcObject.getTracks().includes(track));
  const nameOf = (found: Element | undefined): string | undefined =>
    found?.closest(box)?.querySelector(name)?.firstChild?.textContent?.trim();
  Object.assign(globalThis, {
    platform: {
      ownerOf({ track }: { track: MediaStreamTrack }) {
        const participant_id = nameOf(playing(track));
        return participant_id && { participant_id, kind: track.kind === 'audio' ? 'voice' : 'camera' };
      },
    },
  });
};

let browser: Browser;
beforeAll(async () => {
  if (strangers.some(({ had }) => 'start' in had)) browser = await patientBrowser({ width: 1280, height: 720 });
});
afterAll(() => browser && closeChromium(browser));

describe.each(strangers)('the hooks in a page of $maker', ({ had }) => {
  it.skipIf('missing' in had)('hear and see everybody, and know whose each track is', async () => {
    if ('missing' in had) return;
    await using held = new AsyncDisposableStack();
    const { url, watchUrl, join, shows } = held.use(await had.start());
    const come = async (name: keyof typeof people) => {
      const camera = { style: 'portrait', colour: people[name] } as const;
      const page = await openActorPage(browser, url, { name, camera, hertz: pitches[name] });
      held.defer(() => page.close());
      await join(page, name);
      return page;
    };
    const pages = { ada: await come('ada'), ben: await come('ben') };
    const { meeting, page } = held.use(await openHookedPage(browser, watchUrl));
    await page.evaluate(knowOwners, shows);
    await join(page, 'Notes');

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

    const heard = new Set<string>();
    meeting.onPiece(({ participant_id, ...piece }: AttributedSound) => {
      const voice = voiceOf([piece]);
      if (voice) heard.add(`${voice} under ${participant_id}`);
    });
    await meeting.listen({ pieces: true });
    // Both at once. What a busy machine tears to pieces is said again.
    await until(
      () => Promise.all(names.map((name) => speakIn(pages[name], 1_500))),
      () => heard.size > 1,
      3_000,
    );
    expect(heard).toEqual(new Set(['ada under ada', 'ben under ben']));
  });
});
