import { expect, it, vi } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { type GaleneHandle, handleName } from '../../../../lib/capture/platforms/galene/handle.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import { selectors } from '../../../../lib/capture/platforms/galene/selectors.ts';
import { anEntry } from '../../../lab/pages/an-entry.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

type Outcome = ReturnType<GaleneHandle['outcome']>;

const meeting_url = 'https://galene.example.org/group/standup/';

/** Of what the bot is to be sent. */
class Menu extends EventTarget {
  value = 'everything';
  readonly chosen: string[] = [];
  constructor() {
    super();
    this.addEventListener('change', () => this.chosen.push(this.value));
  }
}

/** A page whose server answers each press so, and so many seconds later. */
const aPage = (...answers: (readonly [outcome: Outcome, after_s: number])[]) => {
  let now_s = 0;
  let tries = 0;
  let pressed_s = 0;
  const field = { value: 'Notes' };
  const typed: string[] = [];
  const menu = new Menu();
  const handle: Pick<GaleneHandle, 'tries' | 'outcome' | 'redirect'> = {
    redirect: () => 'https://galene2.example.org/group/standup/',
    tries: () => tries,
    outcome: () => {
      const [outcome, after_s] = answers[tries - 1] ?? ['none', 0];
      return now_s - pressed_s >= after_s ? outcome : 'none';
    },
  };
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === selectors.name ? field : selector === selectors.received ? menu : null,
    [Symbol.for(handleName)]: handle,
  });
  const controls = {
    frame: {
      evaluate: async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input),
      goto: async () => {
        menu.value = 'everything';
      },
    },
    click: Controls.prototype.click,
    press: async () => {
      [tries, pressed_s] = [tries + 1, now_s];
    },
    shows: async () => undefined,
    isShown: async () => true,
    type: async (_selector: string, text: string) => typed.push(text),
    missing: (element: string) => new Error(element),
    async until(element: string, condition: (...input: unknown[]) => boolean, ms: number, ...input: unknown[]) {
      for (const until_s = now_s + ms / 1_000; now_s < until_s; now_s += 1) if (condition(...input)) return;
      throw new ElementMissingError('join', element);
    },
  };
  const hands = someControls(controls);
  return {
    typed,
    menu,
    prepare: (wants_pictures: boolean) => galene.prepare(hands, anEntry({ meeting_url, wants_pictures })),
    join: () => galene.pressJoin(hands, anEntry({ meeting_url })),
    get now_s() {
      return now_s;
    },
  };
};

it('a server that is slow to say that a name is taken is heard: the bot comes under another one', async () => {
  const page = aPage(['name_taken', 9], ['joined', 9]);
  await page.join();
  expect([page.typed, page.now_s]).toEqual([['Notes (2)'], 18]);
});

it.each<[Outcome, number]>([
  ['failed', 0],
  ['joined', 1],
])('a server that has answered is waited for no longer: %s', async (outcome, after_s) => {
  const page = aPage([outcome, after_s]);
  await page.join();
  expect(page.now_s).toBe(after_s);
});

it('a server that does not answer is left to whoever watches the page', async () => {
  const page = aPage(['none', 0]);
  await page.join();
  expect(page.now_s).toBe(15);
});

it('a bot that wants no pictures says so before it is in, also to the server that it is sent to', async () => {
  const page = aPage(['redirected', 0], ['joined', 0]);
  await page.prepare(false);
  await page.join();
  expect([page.menu.chosen, page.menu.value]).toEqual([['audio', 'audio'], 'audio']);
  const other = aPage(['joined', 0]);
  await other.prepare(true);
  await other.join();
  expect([other.menu.chosen, other.menu.value]).toEqual([[], 'everything']);
});
