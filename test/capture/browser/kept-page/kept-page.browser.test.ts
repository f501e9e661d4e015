/** What is kept of a page in a browser: nothing of it tells who was there, its picture neither, and it becomes an entry of the corpus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntries } from '../../../../bin/judge/entry.ts';
import { keepAsEntry } from '../../../../bin/judge/keep.ts';
import { verdictOf } from '../../../../bin/judge/verdict.ts';
import { closeChromium, launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { keptPage } from '../../../../lib/capture/browser/kept-page/kept-page.ts';
import { rememberPeople } from '../../../../lib/capture/browser/kept-page/told-people.ts';
import { pictureOf } from '../../../../lib/capture/browser/page-picture.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { signs as demoRoomSigns } from '../../../../lib/capture/platforms/demo-room/signs.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';
import { longestMs } from '../../../lab/until.ts';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchChromium({ width: 640, height: 360 });
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeChromium(browser);
});

const refused = `<!doctype html><title>Tea with Maya Lind</title><body data-phase="refused" style="margin:0;background:#fff">
  <main data-phases="pre_join" style="display:none"><input id="name" value="Minutes of Acme"><button id="join">Join</button></main>
  <main data-phases="refused"><h1 style="font:40px monospace;margin:0">Maya Lind</h1><h1>You were not let in</h1>
    <p>Maya Lind declined Minutes of Acme. Ask maya@example.com, or open <a href="/room/tea?host=key-of-the-host">this</a>.</p>
    <input value="typed-secret">
    <ol id="chat-messages"><li>the code is under the mat</li></ol></main></body>`;

const view = {
  phase: 'denied',
  participants: [{ name: 'Maya Lind' }],
  messages: [{ sender_name: 'Maya Lind', text: 'the code is under the mat' }],
  captions: [],
  media: [],
} as unknown as MeetingView;

const aPage = async (): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.setContent(refused);
  return page;
};

const kept = async (page: Page) => {
  const recogniser = createRecogniser(demoRoomSigns, () => undefined);
  recogniser.loaded();
  recogniser.pressedJoin();
  recogniser.told('waiting_room');
  const { page: state } = recogniser.told('denied');
  const people = rememberPeople();
  people.note(view);
  return keptPage({
    page,
    meeting_url: 'http://127.0.0.1/room/tea?host=key-of-the-host',
    platform: demoRoomSigns.platform,
    recogniser,
    signs: demoRoomSigns,
    view: { ...view, ...(state && { page: state }) },
    people,
    bot_name: 'Minutes of Acme',
  });
};

/** How much of the top left corner of a picture is black, and how much is neither that nor white. */
const cornerOf = (page: Page, png: Uint8Array): Promise<{ black: number; grey: number }> =>
  page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const pen = new OffscreenCanvas(200, 40).getContext('2d');
    pen?.drawImage(bitmap, 0, 0);
    const { data: bytes = [] } = pen?.getImageData(4, 8, 192, 24) ?? {};
    let [black, grey] = [0, 0];
    for (let at = 0; at < bytes.length; at += 4) {
      const value = bytes[at] ?? 0;
      if (value < 10) black += 4 / bytes.length;
      else if (value < 245) grey += 4 / bytes.length;
    }
    return { black, grey };
  }, Buffer.from(png).toString('base64'));

describe('a page that is kept', () => {
  it('tells nobody’s name, message or secret, and covers them in its picture', async () => {
    const page = await aPage();
    const before = await page.content();
    const { facts, files } = await kept(page);
    const texts = [
      JSON.stringify(facts),
      ...files.flatMap(({ name, bytes }) => (/html$/.test(name) ? String(bytes) : [])),
    ];
    const secrets = ['Maya', 'Lind', 'Acme', 'mat', 'maya@', 'key-of-the-host', 'typed-secret'];
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
    expect(facts).toMatchObject({
      platform: 'demo_room',
      page: { page_state: 'D08_refused', advice: 'admit' },
      history: { pressed_join: true, waited: true, admitted: false },
      looks: [{ page_state: 'D02_waiting' }, { page_state: 'D08_refused' }],
    });
    const picture = files.find(({ name }) => name === 'page.png');
    const corner = await cornerOf(page, picture?.bytes ?? new Uint8Array());
    expect(corner.black).toBeGreaterThan(0.95);
    // The page is as it was, and shows the name.
    expect(await page.content()).toBe(before);
    expect((await cornerOf(page, await page.screenshot())).black).toBeLessThan(0.6);
  });

  it('says of a video whether it is seen', async () => {
    const page = await aPage();
    await page.setContent(`<video style="width:40px;height:40px"></video><video style="width:1px;height:1px"></video>`);
    const { files } = await kept(page);
    const frame = files.find(({ name }) => name === 'frame-0.html');
    expect(String(Buffer.from(frame?.bytes ?? []))).toContain('<video></video><video hidden=""></video>');
  });

  it('becomes an entry of the corpus, and is known by the same row', async () => {
    const page = await aPage();
    const { facts, files } = await kept(page);
    writeFileSync(
      join(folder, 'state.json'),
      JSON.stringify({ ...facts, address: 'http://127.0.0.1/room/tea', reason: 'x' }),
    );
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    const corpus = join(folder, 'corpus');
    keepAsEntry(folder, corpus, { name: 'd08-refused', state: 'D08' }, new Date('2026-11-22T00:00:00Z'));
    const [entry] = readEntries(corpus);
    expect(entry).toMatchObject({
      name: 'demo_room/d08-refused',
      expected: { state: 'D08', phase: 'denied', sub_type: 'request_to_join_denied' },
    });
    if (!entry || entry instanceof Error) throw entry ?? new Error('there is no entry');
    expect(verdictOf(entry).kind).toBe('right');
  });
});

describe('the picture of a page for those who look at its bot', () => {
  it('is small, however large the page, is there of one that stands still, and changes nothing of it', async () => {
    const page = await aPage();
    await page.setViewport({ width: 1920, height: 1080 });
    await page.evaluate(() => {
      const changes: string[] = [];
      Object.assign(globalThis, { changes });
      // That to its own size may come late.
      addEventListener('resize', () => innerWidth === 1920 || changes.push(`${innerWidth}x${innerHeight}`));
    });
    const session = await page.createCDPSession();
    const sizes: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const jpeg = Buffer.from(await pictureOf(session)).toString('base64');
      const size = await page.evaluate(async (data) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
        return `${bitmap.width}x${bitmap.height}`;
      }, jpeg);
      sizes.push(size);
    }
    const changes = await page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes);
    expect({ sizes, changes }).toEqual({ sizes: ['1280x720', '1280x720'], changes: [] });
    await page.close();
  });
});
