import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import type { ScriptEvent } from '../../../lib/demo-room/scripted/stage.ts';
import { aRound, enterRoom } from '../../lab/hosts/demo-room.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { longestMs } from '../../lab/until.ts';

const script = Script.parse({
  start: { people: 2 },
  participants: [{ name: 'Maya', host: true }],
  timeline: [
    { at_ms: 0, who: 'Maya', do: 'allow_recording' },
    { at_ms: 400, who: 'Maya', do: 'chat', text: 'Hello Sam' },
    { at_ms: 1_000, who: 'Maya', do: 'say', clip: 'maya-05' },
    { at_ms: 5_000, who: 'Maya', do: 'end' },
  ],
});

/** A script whose people have not seen the meeting's end yet goes on to the end of its round. */
const theEnd = Number.POSITIVE_INFINITY;

/** What its people did. */
const done = (events: readonly ScriptEvent[]) =>
  events.filter(({ type }) => type !== 'started' && type !== 'round_ended').map(({ type }) => type);

const phase = (page: Page, wanted: string) => page.waitForSelector(`body[data-phase="${wanted}"]`);

/** Sam has neither camera nor microphone, as on a machine without devices. */
const withoutDevices = () => {
  MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
};

it('shows a scripted participant with picture, sound, captions and chat to somebody who only listens', async () => {
  await using service = await startDemoRoom();
  const room = service.demoRoom.createRoom({ recording: 'ask' });
  const { beginRound, reach } = aRound();
  const happened: ScriptEvent[] = [];
  const onEvent = (event: ScriptEvent) => happened.push(event);
  await using run = await runScript({ base_url: service.base_url, room, script, beginRound, onEvent });
  // What an act does is seen before the act is over: on a busy machine the next would be told first.
  const told = (count: number) => expect.poll(() => done(happened)).toHaveLength(count);
  const browser = await patientBrowser({ width: 1280, height: 720 });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    await page.evaluateOnNewDocument(withoutDevices);
    await page.goto(service.base_url + room.room_path);
    await phase(page, 'pre_join');
    await page.type('#name', 'Sam');
    await page.click('#join');
    await phase(page, 'in_meeting');
    await page.click('#captions-toggle');
    await page.click('#request-recording');
    await page.waitForSelector('body[data-recording="allowed"]');

    const tile = '#tiles [data-participant-name="Maya"][data-participant-host="true"]';
    await page.waitForFunction(
      (selector) => (document.querySelector<HTMLVideoElement>(selector)?.videoWidth ?? 0) > 0,
      {},
      `${tile} video`,
    );
    await told(1);
    reach(400);
    await page.waitForSelector('#chat-messages [data-sender-name="Maya"]');
    await told(2);
    reach(1_000);
    await page.waitForSelector(`${tile}[data-speaking="true"]`);
    const caption = await page.waitForSelector('#captions [data-speaker-name="Maya"][data-final="true"]');
    const spoken = (await caption?.evaluate((row) => ({
      text: row.querySelector('.caption-text')?.textContent,
      start_ms: Number(row.getAttribute('data-start-ms')),
    }))) ?? { text: '', start_ms: 0 };
    expect(spoken.text).toBe('What do you still need before we can go live?');
    const said = await page.$eval('#chat-messages [data-sender-name="Maya"] .chat-text', (text) => text.textContent);
    expect(said).toBe('Hello Sam');

    reach(5_000);
    await phase(page, 'ended');
    reach(theEnd);
    const events = await run.done;
    expect(done(events)).toEqual(['allow_recording', 'chat', 'say', 'end']);
    expect(events.find(({ type }) => type === 'say')?.timestamp_ms).toBe(spoken.start_ms);
  } finally {
    await closeChromium(browser);
  }
});

const eventful = Script.parse({
  participants: [{ name: 'Maya', host: true, camera: { style: 'off' } }, { name: 'Jonas' }],
  timeline: [
    { at_ms: 0, who: 'Jonas', do: 'chat', text: 'At noon', to: 'Maya' },
    { at_ms: 300, who: 'Jonas', do: 'edit_chat', text: 'At one' },
    { at_ms: 600, who: 'Jonas', do: 'chat', text: 'Anybody?', to: 'everyone_but_host' },
    { at_ms: 700, who: 'Maya', do: 'revoke_recording' },
    { at_ms: 800, who: 'Maya', do: 'grant_recording' },
    { at_ms: 900, who: 'Jonas', do: 'turn', device: 'camera', on: false },
    { at_ms: 1_000, who: 'Maya', do: 'open_breakouts', rooms: { Press: ['Jonas', 'Sam'] } },
    { at_ms: 5_000, who: 'Maya', do: 'close_breakouts' },
    { at_ms: 8_000, who: 'Maya', do: 'remove', name: 'Sam' },
    { at_ms: 8_500, who: 'Maya', do: 'end' },
  ],
});

it('plays edits, breakout rooms, a permission taken back and a guest who is removed', async () => {
  await using service = await startDemoRoom();
  const room = service.demoRoom.createRoom();
  const { beginRound, reach } = aRound();
  const happened: ScriptEvent[] = [];
  const onEvent = (event: ScriptEvent) => happened.push(event);
  await using run = await runScript({ base_url: service.base_url, room, script: eventful, beginRound, onEvent });
  const reached = async (at_ms: number) => {
    const due = eventful.timeline.filter((item) => item.at_ms <= at_ms).length;
    reach(at_ms);
    await expect.poll(() => done(happened)).toHaveLength(due);
  };
  const sam = await enterRoom(service.base_url, room.room_path, 'Sam');
  run.start();
  for (const at_ms of [0, 300, 600, 700, 800, 900, 1_000]) await reached(at_ms);
  // What Jonas wrote to Maya alone did not come here.
  expect((await sam.next('chat')).message).toMatchObject({ text: 'Anybody?', to: 'everyone_but_host' });
  expect((await sam.next('recording')).recording).toBe('denied');
  expect((await sam.next('recording')).recording).toBe('allowed');
  expect(await sam.next('breakout')).toEqual({ type: 'breakout', state: 'invited', room_name: 'Press' });
  sam.send({ type: 'accept_breakout' });
  const moved = await sam.next('moved');
  expect(moved.room_name).toBe('Press');
  if (moved.others.length === 0) expect((await sam.next('participant_joined')).participant.name).toBe('Jonas');
  await reached(5_000);
  expect((await sam.next('breakout')).state).toBe('leaving');
  sam.send({ type: 'return_to_main' });
  expect((await sam.next('moved')).room_name).toBeNull();
  await reached(8_000);
  expect((await sam.next('over')).outcome).toBe('removed');
  await reached(8_500);
  reach(theEnd);
  const events = await run.done;
  expect(events.find(({ type }) => type === 'edit_chat')).toMatchObject({ who: 'Jonas', text: 'At one' });
  expect(done(events)).toHaveLength(eventful.timeline.length);
});
