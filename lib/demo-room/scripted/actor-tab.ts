import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import type { Phase } from '../page/phase.ts';
import { createActs } from './actor-acts.ts';
import { ActorError } from './actor-errors.ts';
import { waitLong } from './long-wait.ts';
import { patienceMs, patienceWithPeopleMs } from './patience.ts';
import type { ScriptParticipant } from './script.ts';

/** Where people are whom others have yet to let in, or to come before. */
const outside: readonly Phase[] = ['waiting', 'not_started', 'authorized_user_absent'];

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

  const phase = async (): Promise<Phase | undefined> =>
    (await page?.$eval('body', (body) => body.dataset.phase)) as Phase | undefined;

  const find = async (wish: string, selector: string, patience_ms = patienceMs): Promise<ElementHandle | null> => {
    const current = here(wish);
    return waitLong(patience_ms, (timeout) => current.waitForSelector(selector, { timeout }));
  };

  const press = async (wish: string, selector: string, patience_ms?: number): Promise<void> => {
    try {
      const button = await find(wish, selector, patience_ms);
      await button?.evaluate((element) => (element as HTMLElement).click());
    } catch (cause) {
      throw new ActorError(name, wish, { cause });
    }
  };

  const phaseAfter = async (passed: Phase, patience_ms?: number): Promise<Phase | undefined> => {
    await find(`get past ${passed}`, `body:not([data-phase="${passed}"])`, patience_ms);
    return phase();
  };

  /** From asking to join until it is known whether that was granted. */
  const join = async (onWaiting: () => Promise<void>): Promise<Phase | undefined> => {
    await press('join', '#join');
    let reached = await phaseAfter('pre_join');
    while (reached && outside.includes(reached)) {
      if (reached === 'waiting') await onWaiting();
      reached = await phaseAfter(reached, patienceWithPeopleMs);
    }
    return reached;
  };

  /** Comes in; when the room lets people wait, `onWaiting` is told. */
  const enter = async (onWaiting: () => Promise<void> = async () => {}): Promise<void> => {
    if (page) return;
    const opened = await browser.newPage();
    page = opened;
    let reached: Phase | undefined;
    try {
      await opened.setViewport({ width: 640, height: 480 });
      await opened.evaluateOnNewDocument(
        `window.actorSettings = ${JSON.stringify({ name, camera: participant.camera })};\n${actorCode}`,
      );
      await opened.goto(url, { waitUntil: 'load', timeout: patienceMs });
      await opened.$eval('#name', (field, name) => Object.assign(field, { value: name }), name);
      reached = await join(onWaiting);
    } catch (cause) {
      throw new ActorError(name, 'enter the meeting', { cause });
    }
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
    ...createActs({ here, find, press }),
  };
};
export type ActorTab = ReturnType<typeof createActorTab>;
