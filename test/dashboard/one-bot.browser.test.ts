/** One bot of a project, in a real browser: in its meeting, kept out of it, deleted, or none at all. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openMediaStore } from '#adapters/media-store.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { newId } from '../../lib/domain/ids.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { aBotEvent, anUtterance, aParticipant, aParticipantEvent } from '../lab/builders/records.ts';
import { driveDashboard, ended, joined, minutesAgo } from './driven.ts';

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const { api, page, add, open, press, shows, text, has } = dashboard;

const refusal = aBotEvent({ type: 'could_not_join_meeting', sub_type: 'request_to_join_denied', state: 'ended' });
const refused = {
  ...({ bot_name: 'Sorry', meeting_url: 'https://meet.google.com/abc-defg-hij', platform: 'google_meet' } as const),
  ...ended,
  events: [aBotEvent(), refusal],
};

const bots = {
  kept_out: await add(minutesAgo(20), refused),
  live: await add(minutesAgo(10), { state: 'joined_recording', events: [joined] }),
};
await dashboard.diagnose(bots.kept_out);
await dashboard.signIn('owner');

describe('one bot', () => {
  it('shows what its meeting looks like, while somebody looks, and says how old that is once it is no longer live', async () => {
    await open(`/bots/${bots.live}`, 'The picture comes in a moment.');
    const { project_id } = api;
    const ref = { project_id, bot_id: bots.live };
    const watchedUntil = async () => Date.parse((await botRepository(api.table).get(ref))?.watched_until ?? '1970');
    await expect.poll(watchedUntil).toBeGreaterThan(Date.now());
    const jpeg = Buffer.from(await page.screenshot({ type: 'jpeg' })).toString('base64');
    const taken = { taken_at: new Date().toISOString(), jpeg };
    const name = `${project_id}/${bots.live}/live/picture.json`;
    await openMediaStore().put(name, Buffer.from(JSON.stringify(taken)), 'application/json');
    const widthOf = () => page.$eval('.seen img', (picture) => (picture as HTMLImageElement).naturalWidth);
    await expect.poll(widthOf).toBeGreaterThan(0);
    // What is seen grows old also while nothing new can be had.
    await page.setOfflineMode(true);
    await expect.poll(() => page.$eval('.seen figcaption', ({ textContent }) => textContent)).toMatch(/^\d+ s old$/);
    await page.setOfflineMode(false);
    await openMediaStore().deleteAll(`${project_id}/${bots.live}/live/`);
  });

  it('that is in its meeting can be told to play a video, and says what is wrong with one', async () => {
    await open(`/bots/${bots.live}`, 'Show something in the meeting');
    await press('Show something in the meeting');
    await page.locator('[placeholder="https://example.com/welcome.mp4"]').fill('http://192.0.2.1/x.mp4');
    await press('Play it');
    await has('[placeholder="https://example.com/welcome.mp4"][aria-invalid=true]');
    await shows('sent without a voice agent');
  });

  it('that is in its meeting shows the website that it is told to, then another, then none', async () => {
    const id = await add(minutesAgo(2), {
      ...{ state: 'joined_recording', events: [joined], voice_agent_settings: { reserve_resources: true } },
    });
    const agent = async () => (await botRepository(api.table).get({ ...api, bot_id: id }))?.voice_agent_settings;
    const address = '[placeholder="https://example.com/agent"]';
    const show = async (url: string) => {
      await page.locator(address).fill(url);
      await press('Show it');
    };
    await open(`/bots/${id}`, 'Show something in the meeting');
    await press('Show something in the meeting');
    await show('http://192.0.2.1/agent');
    await has(`${address}[aria-invalid=true]`);
    await show('https://agent.example.com/hello');
    await shows('It shows https://agent.example.com/hello');
    expect(await agent()).toEqual({ url: 'https://agent.example.com/hello', reserve_resources: true });
    await page.select('[aria-label="Where it is seen"]', 'screenshare_url');
    await show('https://agent.example.com/slides');
    await shows('It shows https://agent.example.com/slides');
    expect(await agent()).toEqual({ screenshare_url: 'https://agent.example.com/slides', reserve_resources: true });
    await press('Turn it off');
    await dashboard.showsNoMore('It shows');
    expect(await agent()).toEqual({ reserve_resources: true });
  });

  it('that is in its meeting shows what is said from then on, and writes into the chat what it is told to', async () => {
    await open(`/bots/${bots.live}`, 'What is said appears here');
    await shows('Nobody yet.');
    await capturedRepository(api.table).add({
      ...{ project_id: api.project_id, bot_id: bots.live, created_at: new Date().toISOString(), batch_id: 'u' },
      ...{ captured_kind: 'utterances', entries: [anUtterance({ transcription: { transcript: 'Heard just now.' } })] },
    });
    await shows('Heard just now.');
    await page.type('[placeholder="Write as the bot"]', 'Hello from the bot');
    await page.keyboard.press('Enter');
    await has('[placeholder="Write as the bot"][value=""]');
    await shows('Hello from the bot');
    const { commands_asked } = (await botRepository(api.table).get({ ...api, bot_id: bots.live })) ?? {};
    expect(commands_asked).toBe(1);
  });

  it('that is in its meeting shows what is said, and who speaks, to somebody whose clock is an hour ahead', async () => {
    const id = await add(minutesAgo(9), { state: 'joined_recording', events: [joined] });
    const [ref, captured] = [{ project_id: api.project_id, bot_id: id }, capturedRepository(api.table)];
    const { identifier } = await page.evaluateOnNewDocument(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
      globalThis.Date = new Proxy(Date, {
        construct: (real, given) => (given.length > 0 ? Reflect.construct(real, given) : new real(real.now())),
      });
    });
    const person = aParticipant({ participant_name: 'Maya', participant_uuid: 'p-1' });
    await participantRepository(api.table).save(ref, [{ position: 'p-1', value: person }]);
    const begun = aParticipantEvent({ event_type: 'speech_start', timestamp_ms: minutesAgo(2).getTime() });
    await captured.add({
      ...{ ...ref, created_at: minutesAgo(2).toISOString(), batch_id: 'e' },
      ...{ captured_kind: 'participant_events', entries: [begun] },
    });
    const say = (transcript: string) =>
      captured.add({
        ...{ ...ref, created_at: new Date().toISOString(), batch_id: transcript, captured_kind: 'utterances' },
        entries: [anUtterance({ timestamp_ms: Date.now(), transcription: { transcript } })],
      });
    await say('First.');
    await open(`/bots/${id}`, 'First.');
    await has('.person[data-speaks=true]');
    await say('Second.');
    await shows('Second.');
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  it('that is in its meeting can be asked to pause, and to go on', async () => {
    await open(`/bots/${bots.live}`, 'Recording');
    await press('Pause');
    await shows('Paused: nothing is recorded');
    // By whom it was pressed is still at it.
    await has('button:focus::-p-text(Resume)');
    await page.keyboard.press('Enter');
    await has('button:focus::-p-text(Pause)');
  });

  it('that is in its meeting can be asked to leave', async () => {
    await open(`/bots/${bots.live}`, 'Recording');
    await press('Leave');
    await shows('Leaving');
    await dashboard.showsNoMore('What is said appears here');
  });

  it('that did not get in says why, and what to do', async () => {
    await open(`/bots/${bots.kept_out}`, 'a host refused to let the bot in');
    await shows('Ask the host to admit the bot');
    await shows('The bot took the page for “denied”, by what the page says.');
    expect(await page.$eval('.seen img', (picture) => picture.getAttribute('src'))).toContain('/page.png?');
    await press('Send another bot there');
    await expect.poll(() => page.url().endsWith(bots.kept_out)).toBe(false);
    await shows('as Sorry');
  });

  it('that is deleted while somebody looks is shown no more', async () => {
    const client = meetingBots(api.base_url, api.api_key);
    const { id } = await client.createBot({
      body: {
        meeting_url: 'https://meet.google.com/abc-defg-hij',
        bot_name: 'Notes',
        join_at: minutesAgo(-24 * 60).toISOString(),
      },
    });
    await open(`/bots/${id}`, 'It joins on');
    await press('Do not send it');
    await shows('does not join abc-defg-hij');
    await press('Cancel');
    await dashboard.hasNo('[role="dialog"]');
    await client.deleteBot({ path: { object_id: id } });
    await shows('It was deleted, or it is of another project.');
    expect(await text()).not.toContain('It joins on');
  });

  it('that is not there is said to be none', async () => {
    await open(`/bots/${newId('bot', new Date(), randomBytes(10))}`, 'It was deleted, or it is of another project.');
  });
});
