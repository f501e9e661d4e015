/** Somebody who is played in a tab of a stranger's page, with a drawn camera and a voice. */
import type { Browser, Page } from 'puppeteer-core';
import { bundle } from '../../lib/demo-room/assets.ts';
import { longestMs } from '../lab/until.ts';
import type { Actor, ActorSettings, Spoken } from './actor.ts';

let actorCode: Promise<string> | undefined;

/** A tab in which whoever is played has the devices; the page has been loaded. */
export const openActorPage = async (browser: Browser, url: string, settings: ActorSettings): Promise<Page> => {
  actorCode ??= bundle(new URL('actor.ts', import.meta.url), 'iife');
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  // Chromium gathers addresses of the machine for those alone who may use a camera; others meet nobody on a network without a route.
  await page.browserContext().overridePermissions(new URL(url).origin, ['camera', 'microphone']);
  await page.evaluateOnNewDocument(`window.actorSettings = ${JSON.stringify(settings)};\n${await actorCode}`);
  await page.goto(url, { waitUntil: 'load' });
  return page;
};

/** Speaks at a pitch of their own, without words. */
export const speakIn = (page: Page, for_ms: number): Promise<Spoken> =>
  page.evaluate((for_ms) => (window as unknown as { actor: Actor }).actor.speak(for_ms), for_ms);
