/** What of others' streams the server sends to the bot, by the menu of Galène's page. */
import type { ElementHandle } from 'puppeteer-core';
import type { Controls } from '../controls.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

/** The bot may have just come, or streams may come and go: then it takes its time (page/cameras.ts). */
const wholeWithinMs = 15_000;

/** All that others send, or their sound. */
export const received = { all: 'everything', sound: 'audio' } as const;

/** Before the bot is in, the page only notes it, and asks for it as soon as it is. */
export const chooseReceived = (menu: ElementHandle, value: string): Promise<void> =>
  menu.evaluate((menu, value) => {
    const select = menu as HTMLSelectElement;
    if (select.value === value) return;
    select.value = value;
    select.dispatchEvent(new Event('change'));
  }, value);

/**
 * What was asked for of a single camera counts for more than what is asked for of all (pushDownConn in rtpconn/webclient.go): before
 * a bot asks for no pictures, its page takes that back.
 */
const mayAskForLess = async (controls: Controls, may: boolean): Promise<void> => {
  await program.ask(controls, 'mayAskForLess', may);
  if (may) return;
  await program
    .until(controls, 'all cameras asked for as a whole', wholeWithinMs, 'areCamerasWhole')
    .catch(() => undefined);
};

export const showIncomingVideo = async (controls: Controls, wanted: boolean): Promise<void> => {
  const menu = await controls.frame.$(selectors.received);
  if (!menu) throw controls.missing(selectors.received);
  const value = wanted ? received.all : received.sound;
  if (await menu.evaluate((menu, value) => (menu as HTMLSelectElement).value === value, value)) return;
  await mayAskForLess(controls, wanted);
  await chooseReceived(menu, value);
};
