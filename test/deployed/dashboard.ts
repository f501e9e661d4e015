/**
 * What is asked of a deployed stack's dashboard, in a real browser: somebody comes by a link, sends a bot by mouse,
 * watches it, plays what it recorded, and signs out; what their role is not for, the stack's API refuses.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { inHand, longestMs } from '../../lib/demo/by-mouse.ts';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import { browsedAt, invitation } from '../../lib/emulator/deployment.ts';
import type { Stage } from './stage.ts';

const script = new URL('../../lib/demo-room/scripts/two-people.json', import.meta.url);

export const somebodyAtTheDashboard = async (
  { step, outputs, endpoint, project_id }: Stage,
  { base_url, demoRoom }: OwnServer,
  outputsFile: string,
): Promise<void> => {
  const site = browsedAt(endpoint, outputs.ApiUrl);
  const room = demoRoom.createRoom();
  await using people = await step('two people meet', async () =>
    runScript({ base_url, room, script: Script.parse(JSON.parse(await readFile(script, 'utf8'))) }),
  );
  const browser = await launchChromium({ width: 1280, height: 860 });
  await using _ = { [Symbol.asyncDispose]: () => closeChromium(browser) };
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  const { until, says, shows, press, showsRecording, playsForAMoment } = inHand(page);

  await step('somebody comes by a link', async () => {
    await page.goto(await invitation(outputsFile, site, { project_id, name: 'Ada', role: 'member' }));
    await says('Send a bot');
    assert.equal(page.url(), `${site}/dashboard`, 'the address shows the ticket no more');
  });
  await step('what their role is not for is refused by the API', async () => {
    const status = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'mine' });
      return (await fetch('/api/v1/dashboard/api_keys', { method: 'POST', headers, body })).status;
    });
    assert.equal(status, 403);
  });
  await step('they send a bot by mouse', async () => {
    await press('Send a bot');
    await page.locator('::-p-aria([name="Link to the meeting"][role="textbox"])').fill(base_url + room.room_path);
    await press('Send it now');
    await until('the bot', async () => page.url().includes('/bots/bot_'));
  });
  await step('they see it record, and its picture of the meeting', async () => {
    await says('Recording');
    await shows('.seen img');
  });
  people.start();
  await step('they read what is said', () => shows('.line'));
  await step('they call it home, and play what it brought', async () => {
    await press('Leave');
    await showsRecording();
    await playsForAMoment();
  });
  await step('they sign out, and the door is shut', async () => {
    await press('Sign out');
    await says('You come in by a link');
    assert.equal(await page.evaluate(async () => (await fetch('/api/v1/bots')).status), 401);
  });
  await step('the page asked for nothing that its policy refuses', () => assert.deepEqual(refused, []));
};
