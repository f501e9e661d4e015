/** A bot in its meeting, and what that left: sent, watched, told what to do, called home; played, searched, taken home, deleted. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { longestMs } from '../../../lib/demo/by-mouse.ts';
import type { FileServer } from '../../../lib/demo/file-server.ts';
import type { ScriptRun } from '../../../lib/demo-room/scripted/run-script.ts';
import { part, type Visit } from './visit.ts';

/** Of a script that two people play. */
const [witness, bot_name] = ['Maya Lindqvist', 'Scribe'];
const hello = 'Hello from the dashboard';
const showing = 'Show something in the meeting';
const pauseMs = 4_000;

export interface Attended {
  readonly meeting_url: string;
  readonly people: ScriptRun;
  /** A film, and the page of an agent. */
  readonly props: FileServer;
  /** Where the browser puts what it downloads. */
  readonly downloads: string;
}

const sent = async (visit: Visit, { meeting_url, props }: Attended): Promise<void> => {
  const { press, enter, turnTo, says, shows, until, page } = visit;
  await press('Send a bot');
  await enter('Link to the meeting', 'https://example.com/x');
  await says('not a link to a meeting');
  await enter('Link to the meeting', meeting_url);
  await enter('Name of the bot', bot_name);
  await press('More settings: time, recording, picture, chat, language …');
  await enter('Website as its camera (voice agent)', props.url('agent.html'));
  await turnTo('TypeScript', 'tab');
  await shows(`[role=tabpanel] pre::-p-text(${meeting_url})`);
  await press('Copy');
  await says('Copied');
  await press('Send it now');
  await until('the bot', async () => page.url().includes('/bots/bot_'));
};

const shown = async ({ press, enter, says, saysNoMore }: Visit, { props }: Attended): Promise<void> => {
  const another = `${props.url('agent.html')}?another`;
  await says(witness);
  await press(showing);
  await says(`It shows ${props.url('agent.html')}`);
  await enter('Voice agent', another);
  await press('Show it');
  await says(`It shows ${another}`);
  await press('Turn it off');
  await saysNoMore('It shows');
};

/** Again and again: one that is over soon may be over before anybody has looked. */
const played = async ({ press, pick, enter, says }: Visit, { props }: Attended): Promise<void> => {
  await enter('Play a video', props.url('teaser.mp4'));
  await pick(`${part(showing)} input[type=checkbox]`);
  await press('Play it');
  // Once its worker has said so.
  await says(`Playing ${props.url('teaser.mp4')}, again and again.`);
};

const written = async ({ press, enter, says, until }: Visit, { people }: Attended): Promise<void> => {
  await enter('Message of the bot to everyone', hello);
  await press('Send', part('Chat'));
  await says(hello);
  await until('the message in the meeting', async () =>
    (await people.perceive(witness, bot_name)).messages.includes(hello),
  );
};

const paused = async (
  { page, press, says, saysNoMore, showsPicture, until }: Visit,
  { people }: Attended,
): Promise<void> => {
  await press('Pause');
  await says('Paused: nothing is recorded');
  // Its worker hears of it a moment later than who looks.
  await people.perceive(witness, bot_name, pauseMs);
  await press('Resume');
  await saysNoMore('Paused: nothing is recorded');
  await until('that it can be paused', async () => (await page.$('button::-p-text(Pause)')) !== null);
  await showsPicture();
};

/** Sends a bot, and stays with it until it has left; answers the path of its page. */
export const aMeetingIsAttended = async (visit: Visit, attended: Attended): Promise<string> => {
  const { step, page, press, says, shows, showsPicture } = visit;
  await step('a bot is sent, by a form that says what is no link', () => sent(visit, attended));
  await step('the meeting is seen', async () => {
    await says('Recording');
    await showsPicture();
  });
  // Before anybody writes something: what is pressed below the chat moves with each message.
  await step('the bot shows another website than it was sent with, then none', () => shown(visit, attended));
  await step('it plays a film', () => played(visit, attended));
  attended.people.start();
  await step('who is there and what they say is read', async () => {
    await says(witness);
    await shows('.line', 2);
  });
  await step('it writes into the chat what it is told to', () => written(visit, attended));
  await step('its recording is paused, and goes on', () => paused(visit, attended));
  await step('it is called home', async () => {
    await press('Leave');
    await visit.showsRecording();
  });
  return new URL(page.url()).pathname;
};

/** A word that was said. */
const aWordIn = (page: Page): Promise<string> =>
  page.$eval('.line[data-kind=said]', ({ textContent }) => textContent.match(/\p{L}{5,}/gu)?.at(-1) ?? '');

const searched = async ({ page, press, pick, enter, shows, until }: Visit): Promise<void> => {
  await enter('Search the transcript', await aWordIn(page));
  await shows('.line mark');
  await page.$eval('video', (video) =>
    video.addEventListener('seeking', () => Object.assign(video.dataset, { sought: 1 })),
  );
  // The one of them that Tab leads to.
  await pick('button.line[tabindex="0"]');
  await shows('video[data-sought]');
  await until('that it plays', () => page.$eval('video', ({ paused, currentTime }) => !paused && currentTime > 0));
  await press('Show everything');
  await shows('.line[aria-current=true]');
  await page.$eval('video', (video) => video.pause());
};

/** A recording that lies at another address, as on AWS: whoever takes it home sees it beside the dashboard first. */
const openedBeside = async ({ page, site, follow }: Visit): Promise<void> => {
  const isFile = (url: string) => URL.canParse(url) && new URL(url).pathname.endsWith('.mp4');
  const opened = page.browser().waitForTarget((target) => isFile(target.url()), { timeout: longestMs });
  await follow('Recording');
  const beside = await (await opened).page();
  await beside?.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2, { timeout: longestMs });
  await beside?.close();
  assert.ok(page.url().startsWith(site), page.url());
};

/** What the meeting left, on the page that shows it. */
export const aMeetingIsRead = async (visit: Visit, { downloads }: Pick<Attended, 'downloads'>): Promise<void> => {
  const { step, press, says, shows, until } = visit;
  await step('its recording plays', () => visit.playsForAMoment());
  await step('its transcript is searched, and plays from the line that is picked', () => searched(visit));
  await step('it is seen who spoke when, who came, what was written, and what was not recorded', async () => {
    await shows('.lanes svg[aria-label*="spoke for"]', 2);
    await shows('.lanes svg[aria-label*=" came, "]');
    await shows('.lanes svg[aria-label$=" messages"]');
    await says('nothing was recorded: ');
  });
  await step('both are taken home', async () => {
    await press('Transcript');
    await until('the transcript', async () => (await readdir(downloads)).some((name) => name.endsWith('.txt')));
    await openedBeside(visit);
  });
};

/** The list has the bot, and what is looked for in it is found or not. */
export const aBotIsFound = (
  { step, press, follow, enter, pick, turnTo, says, shows, until, page }: Visit,
  path: string,
): Promise<void> =>
  step('it is found in the list, past what is looked for', async () => {
    await follow('Bots');
    await shows(`.bot-row[href="${path}"]`);
    await turnTo('Failed', 'radio');
    await says('No bots match');
    await turnTo('All', 'radio');
    await press('More filters');
    await enter('Deduplication key', 'of no bot');
    await says('No bots match');
    await press('Any key');
    await shows(`.bot-row[href="${path}"]`);
    await enter('Link of a meeting', 'https://meet.google.com/abc-defg-hij');
    await says('No bots match');
    assert.match(page.url(), /\?.*abc-defg-hij/);
    await follow('Show all bots');
    await pick(`.bot-row[href="${path}"]`);
    await until('the bot', async () => page.url().endsWith(path));
  });

/** What the meeting left is deleted, once somebody is sure; who was not is where they were. */
export const aMeetingIsForgotten = ({ step, press, says, until, page }: Visit): Promise<void> =>
  step('its data is deleted, once somebody is sure', async () => {
    await press('Delete data');
    await press('Cancel');
    await until('the focus where it was, once the question is gone', () =>
      page.evaluate(
        () => !document.querySelector('[role=dialog]') && document.activeElement?.textContent === 'Delete data',
      ),
    );
    await press('Delete data');
    await press('Delete it');
    await says('What the meeting left was deleted.');
  });
