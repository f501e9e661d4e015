import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { ElementMissingError } from '../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../lib/capture/platforms/controls.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { aRoom, endlessLoop, type Room } from '../../lab/hosts/paper-room.ts';
import { longestMs } from '../../lab/until.ts';

let browser: Browser;
let room: Room;
beforeAll(async () => {
  [room, browser] = await Promise.all([aRoom(), launchChromium({ width: 320, height: 240 })]);
});
afterAll(async () => {
  await closeChromium(browser);
  await room[Symbol.asyncDispose]();
});

/** A page that shows its button after a while, and is busy with something else until then if it is slow. */
const aPage = async ({ button_after_ms, isSlow }: { button_after_ms: number; isSlow: boolean }): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(room.url());
  await page.evaluate(
    (button_after_ms, isSlow) => {
      document.body.replaceChildren();
      const began = performance.now();
      const { port1, port2 } = new MessageChannel();
      // Nothing else comes in between, as it does where timers are waited for.
      const goOn = (): void => {
        if (isSlow) port2.postMessage('');
        else setTimeout(work, 10);
      };
      const work = (): void => {
        if (isSlow) {
          const request = new XMLHttpRequest();
          request.open('GET', '/slow', false);
          request.send();
        }
        if (performance.now() - began < button_after_ms) goOn();
        else document.body.innerHTML = '<button onclick="document.title = `pressed`">Join</button>';
      };
      port1.onmessage = work;
      goOn();
    },
    button_after_ms,
    isSlow,
  );
  return page;
};

const press = (page: Page): Promise<void> =>
  Controls.doing(page.mainFrame(), 'join', (controls) => controls.press('button'));

describe.concurrent('a button', () => {
  it('that comes late in a page that is slow is waited for', async () => {
    const page = await aPage({ button_after_ms: 8_000, isSlow: true });
    await press(page);
    expect(await page.title()).toBe('pressed');
  });

  it('that does not come in a page that answers at once is missing, and told with the step that it is for', async () => {
    const page = await aPage({ button_after_ms: 60_000, isSlow: false });
    const missing = await press(page).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ElementMissingError);
    expect(missing).toMatchObject({ step: 'join', element: 'button' });
  });
  it('that makes the page hang is not waited for: the page is lost, as when it hangs at any other time', async () => {
    // Of its own, as the page works on and on until its browser ends.
    const hanging = await launchChromium({ width: 320, height: 240 });
    try {
      const page = await openMeetingPage(hanging, demoRoom, { silent_for_ms: 500 });
      const meeting = meetingIn(page, demoRoom, { meeting_url: room.url() });
      await meeting.load();
      await page.page.evaluate(`document.querySelector('#join').addEventListener('click', () => { ${endlessLoop} })`);
      await expect(meeting.join()).rejects.toThrow('the page does not answer');
      expect(meeting.isLost).toBe(true);
    } finally {
      await closeChromium(hanging);
    }
  });
});

describe.concurrent('a field', () => {
  /** A page that draws its form anew, as often as it has markup for it, at the third letter that is typed into it. */
  const aForm = async (...drawn: readonly string[]): Promise<Page> => {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    await page.evaluate(
      (drawn) => {
        const draw = (): void => {
          document.body.innerHTML = drawn.shift() ?? '';
          let letters = 0;
          document.querySelector('input')?.addEventListener('input', () => {
            letters += 1;
            if (letters === 3 && drawn.length > 0) draw();
          });
        };
        draw();
      },
      [...drawn],
    );
    return page;
  };
  const type = (page: Page): Promise<void> =>
    Controls.doing(page.mainFrame(), 'prepare to join', (controls) => controls.type('input', 'Notes'));
  const held = (page: Page): Promise<string | undefined> => page.evaluate(() => document.querySelector('input')?.value);

  it('is typed into in place of what it held, and again where the page has another one meanwhile', async () => {
    const page = await aForm('<input value="Guest">', '<input>', '<input value="Guest">');
    await type(page);
    expect(await held(page)).toBe('Notes');
  });

  it('may take a part of a text only', async () => {
    const page = await aForm('<input maxlength="3">');
    await type(page);
    expect(await held(page)).toBe('Not');
  });

  it('that keeps nothing is told with the step that it is for', async () => {
    const page = await aForm('<input readonly>');
    await expect(type(page)).rejects.toMatchObject({
      name: 'ElementMissingError',
      step: 'prepare to join',
      element: 'what was typed into input',
    });
  });
});

/** A page that draws itself anew all the time, with a button that is on or off; its title counts the presses. */
const aPageInFlux = async (): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(room.url());
  await page.evaluate(() => {
    let presses = 0;
    // What is not in the page any more is pressed by nobody.
    document.addEventListener('click', () => {
      presses += 1;
      document.title = `${presses}`;
    });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      document.body.innerHTML = `<input id="name"><button id="turn" aria-pressed="${presses % 2 === 1}">Turn</button>`;
      port2.postMessage('');
    };
    port2.postMessage('');
  });
  await page.waitForSelector('#name');
  return page;
};

describe.concurrent('a page that is drawn anew all the time', () => {
  it('shows what can be seen', async () => {
    const page = await aPageInFlux();
    const shown: boolean[] = [];
    await Controls.doing(page.mainFrame(), 'look', async (controls) => {
      for (let looks = 0; looks < 50; looks += 1) shown.push(await controls.isShown('#name'));
    });
    expect(shown).toEqual(Array.from({ length: 50 }, () => true));
    await page.close();
  });

  it('has what is in it pressed, each time', async () => {
    const page = await aPageInFlux();
    const pressed = await Controls.doing(page.mainFrame(), 'press', async (controls) => {
      const presses: boolean[] = [];
      for (const selector of ['#turn', '#turn', '#gone', '#turn']) presses.push(await controls.click(selector));
      return presses;
    });
    expect([pressed, await page.title()]).toEqual([[true, true, false, true], '3']);
    await page.close();
  });

  it('has its button turned on and off, by one press each time that it is otherwise', async () => {
    const page = await aPageInFlux();
    await Controls.doing(page.mainFrame(), 'turn', async (controls) => {
      for (const on of [true, true, false, true, false, false]) await controls.turn('#turn', on);
    });
    expect(await page.title()).toBe('4');
    await page.close();
  });
});

describe.concurrent('what is done once', () => {
  it('is done when it can be, and by a page that was busy not once more when it is asked again', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    await page.goto(room.url());
    await page.evaluate(() => {
      document.title = '0';
      document.body.innerHTML = '<button disabled>Ask</button>';
      setTimeout(() => document.querySelector('button')?.removeAttribute('disabled'), 100);
    });
    await Controls.doing(page.mainFrame(), 'ask', (controls) =>
      controls.once(
        'the button',
        (url) => {
          const button = document.querySelector('button');
          if (!button || button.disabled) return false;
          document.title = `${Number(document.title) + 1}`;
          // Nobody hears of it in time.
          for (let requests = 0; requests < 3; requests += 1) {
            const request = new XMLHttpRequest();
            request.open('GET', url, false);
            request.send();
          }
          return true;
        },
        3_000,
        '/slow',
      ),
    );
    expect(await page.title()).toBe('1');
    await page.close();
  });
});
