import type { Browser, Page } from 'puppeteer-core';
import type { ScreenName } from './actor/screen.ts';
import type { Perception } from './actor/senses.ts';
import type { ScriptParticipant } from './script.ts';

const PATIENCE_MS = 30_000;
// People take their time to ask.
const PATIENCE_WITH_PEOPLE_MS = 5 * 60_000;

/** The page did not come to where the script expected it. */
class ActorError extends Error {
  constructor(name: string, wish: string, options?: ErrorOptions) {
    super(`${name} could not ${wish}`, options);
    this.name = 'ActorError';
  }
}

type Answer = 'admit' | 'refuse' | 'allow_recording' | 'refuse_recording';

interface ActorTabOptions {
  browser: Browser;
  /** The bundled code that gives the tab its camera and voice. */
  actorCode: string;
  participant: ScriptParticipant;
  url: string;
}

/** One scripted participant: a tab that uses the room's page with its buttons, as a person would. */
export const createActorTab = ({ browser, actorCode, participant, url }: ActorTabOptions) => {
  let page: Page | undefined;
  const { name } = participant;

  const here = (wish: string): Page => {
    if (!page) throw new ActorError(name, `${wish}: not in the meeting`);
    return page;
  };

  const phase = () => page?.$eval('body', (body) => body.dataset.phase);

  const pastPhase = (opened: Page, passed: string) =>
    opened.waitForSelector(`body:not([data-phase="${passed}"])`, { timeout: PATIENCE_MS });

  const press = async (wish: string, selector: string, timeout = PATIENCE_MS) => {
    const current = here(wish);
    try {
      const button = await current.waitForSelector(selector, { timeout });
      await button?.evaluate((element) => (element as HTMLElement).click());
    } catch (cause) {
      throw new ActorError(name, wish, { cause });
    }
  };

  /** Comes in; when the room lets people wait, `onWaiting` is told. */
  const enter = async (onWaiting: () => Promise<void> = async () => {}) => {
    if (page) return;
    const opened = await browser.newPage();
    page = opened;
    try {
      await opened.setViewport({ width: 640, height: 480 });
      await opened.evaluateOnNewDocument(
        `window.actorSettings = ${JSON.stringify({ name, camera: participant.camera })};\n${actorCode}`,
      );
      await opened.goto(url, { waitUntil: 'load', timeout: PATIENCE_MS });
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

  const leave = async () => {
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
    id: () => here('speak').$eval('#tiles [data-self]', (tile) => tile.getAttribute('data-participant-id') ?? ''),
    say: (clip: string) => here('speak').evaluate((clip) => window.actor.say(clip), clip),
    chat: (text: string) =>
      here('write').evaluate((text) => {
        const field = document.querySelector<HTMLTextAreaElement>('#chat-text');
        if (field) field.value = text;
        document.querySelector<HTMLElement>('#chat-send')?.click();
      }, text),
    perceive: (of: string, for_ms: number): Promise<Perception> =>
      here('look').evaluate((of, for_ms) => window.actor.perceive(of, for_ms), of, for_ms),
    share: async (screen: ScreenName) => {
      await here('share').evaluate((screen) => window.actor.showOnScreen(screen), screen);
      await press('share a screen', '#share-screen[aria-pressed="false"]');
      await here('share').waitForSelector('#share-screen[aria-pressed="true"]', { timeout: PATIENCE_MS });
    },
    stopSharing: () => press('stop sharing', '#share-screen[aria-pressed="true"]'),
    /** As a host: waits until somebody asks for this, then answers everybody who does. */
    answer: async (answer: Answer) => {
      const selector = `#host-requests [data-answer="${answer}"]`;
      await press(answer.replace('_', ' '), selector, PATIENCE_WITH_PEOPLE_MS);
      await here('answer').$$eval(selector, (buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
      });
    },
    /** As a host: lets in the one with this name. */
    admitNamed: (waiting: string) =>
      press(`admit ${waiting}`, `#host-requests [data-waiting-name=${JSON.stringify(waiting)}] [data-answer="admit"]`),
    endMeeting: () => press('end the meeting', '#end-meeting'),
    peopleArrive: (people: number) =>
      here('wait').waitForFunction(
        (people) =>
          document.querySelectorAll('#tiles [data-participant-id], #host-requests [data-waiting-id]').length >= people,
        { polling: 'mutation', timeout: 0 },
        people,
      ),
  };
};
export type ActorTab = ReturnType<typeof createActorTab>;
