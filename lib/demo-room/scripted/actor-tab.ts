import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { createActs } from './actor-acts.ts';
import { ActorError } from './actor-errors.ts';
import { waitLong } from './long-wait.ts';
import type { ScriptParticipant } from './script.ts';

const patienceMs = 30_000;

interface ActorTabOptions {
  readonly browser: Browser;
  /** The bundled code that gives the tab its camera and voice. */
  readonly actorCode: string;
  readonly participant: ScriptParticipant;
  readonly url: string;
}

/** One scripted participant: a tab that uses the room's page with its buttons, as a person would. */
export const createActorTab = ({ browser, actorCode, participant, url }: ActorTabOptions) => {
  let page: Page | undefined;
  const { name } = participant;

  const here = (wish: string): Page => {
    if (!page) throw new ActorError(name, `${wish}: not in the meeting`);
    return page;
  };

  const phase = (): Promise<string | undefined> | undefined => page?.$eval('body', (body) => body.dataset.phase);

  const pastPhase = (opened: Page, passed: string): Promise<ElementHandle<HTMLBodyElement> | null> =>
    opened.waitForSelector(`body:not([data-phase="${passed}"])`, { timeout: patienceMs });

  const press = async (wish: string, selector: string, timeout = patienceMs): Promise<void> => {
    const current = here(wish);
    try {
      const button = await waitLong(timeout, (timeout) => current.waitForSelector(selector, { timeout }));
      await button?.evaluate((element) => (element as HTMLElement).click());
    } catch (cause) {
      throw new ActorError(name, wish, { cause });
    }
  };

  /** Comes in; when the room lets people wait, `onWaiting` is told. */
  const enter = async (onWaiting: () => Promise<void> = async () => {}): Promise<void> => {
    if (page) return;
    const opened = await browser.newPage();
    page = opened;
    try {
      await opened.setViewport({ width: 640, height: 480 });
      await opened.evaluateOnNewDocument(
        `window.actorSettings = ${JSON.stringify({ name, camera: participant.camera })};\n${actorCode}`,
      );
      await opened.goto(url, { waitUntil: 'load', timeout: patienceMs });
      await opened.$eval('#name', (field, name) => Object.assign(field, { value: name }), name);
      await press('join', '#join');
      await pastPhase(opened, 'pre_join');
      if ((await phase()) === 'waiting') {
        await onWaiting();
        await pastPhase(opened, 'waiting');
      }
    } catch (cause) {
      throw new ActorError(name, 'enter the meeting', { cause });
    }
    const reached = await phase();
    if (reached !== 'in_meeting') throw new ActorError(name, `enter the meeting: ${reached}`);
    // Nobody looks yet; pictures that are not sent cost neither side anything.
    await press('turn off incoming video', '#incoming-video[aria-pressed="true"]');
  };

  const leave = async (): Promise<void> => {
    const current = here('leave');
    page = undefined;
    await current.evaluate(() => document.querySelector<HTMLElement>('#leave')?.click());
    await current.close();
  };

  return {
    name,
    enter,
    leave,
    isIn: async () => (await phase()) === 'in_meeting',
    ...createActs({ here, press }),
  };
};
export type ActorTab = ReturnType<typeof createActorTab>;
