/** What the hands find in dialogs of Google Meet, where those ask for consent and where they only speak of the same things. */
import type { Frame } from 'puppeteer-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { closeNotices, uncover } from '../../../../lib/capture/platforms/google-meet/dialogs.ts';
import { pressSoon } from '../../../../lib/capture/platforms/google-meet/hands.ts';
import { find } from '../../../../lib/capture/platforms/google-meet/seek.ts';
import { labels, recordedWords, switches } from '../../../../lib/capture/platforms/google-meet/selectors.ts';
import { holdUp } from '../../../lab/hold-up.ts';
import { corpusEntry } from '../../../lab/pages/corpus.ts';
import { showAll } from '../../../lab/pages/show-all.ts';

/** A page in which everything is seen and nothing is covered. */
const handsIn = (html: string): Controls => {
  const page = documentOf(html);
  showAll(page);
  vi.stubGlobal('document', page);
  const frame = { evaluate: async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input) };
  return new Controls(frame as unknown as Frame, 'press');
};
afterEach(() => vi.unstubAllGlobals());

const dialog = (says: string, ...buttons: readonly string[]): string =>
  `<div role="dialog">${says}${buttons.map((label) => `<button>${label}</button>`).join('')}</div>`;

const htmlOf = (name: string): string => corpusEntry(name).frames[0].html;

describe('a dialog of Google Meet', () => {
  it.each(['google_meet/m07-notes-consent', 'google_meet/m07-shared-with-a-notetaker'])(
    'that asks for consent has nothing to agree by: %s',
    async (name) => {
      const hands = handsIn(htmlOf(name));
      expect(await find(hands, { labels: ['I agree', 'Join now', 'Got it'], where: 'dialog' })).toBeUndefined();
      expect(await find(hands, { labels: ['Leave'], where: 'dialog' })).toBeDefined();
    },
  );

  it('that asks for it in parts of a sentence has nothing to agree by either', async () => {
    const hands = handsIn(dialog('<p>Gemini <b>is</b></p><p>taking notes</p><p>and more</p>', 'Got it'));
    expect(await find(hands, { labels: labels.close })).toBeUndefined();
  });

  it('that advertises Gemini is closed as any hint is', async () => {
    const hands = handsIn(dialog('<h2>Ask Gemini</h2><p>Gemini can sum up what you missed</p>', 'Got it'));
    expect(await find(hands, { labels: labels.close })).toBeDefined();
  });

  it('that asks whether to wait on is answered so, and never by leaving', async () => {
    const hands = handsIn(htmlOf('google_meet/m39-asked-whether-it-keeps-waiting'));
    expect(await find(hands, { labels: labels.close, where: 'dialog' })).toBeDefined();
    const leaving = handsIn(dialog('You have been waiting a long time', 'Leave'));
    expect(await find(leaving, { labels: labels.close })).toBeUndefined();
  });

  it('of settings is closed, whatever it offers', async () => {
    const settings = '<p>Gemini is taking notes in this meeting</p><p>Consent to transcripts of meetings</p>';
    const hands = handsIn(dialog(settings, 'Close dialog'));
    expect(await find(hands, { labels: labels.closeDialog, where: 'dialog' })).toBeDefined();
  });

  it.each(['m06-being-recorded', 'm06-video-call-is-recorded', 'm06-video-call-is-transcribed'])(
    'that says that the meeting is recorded or transcribed is closed: %s',
    async (name) => {
      const hands = handsIn(htmlOf(`google_meet/${name}`));
      expect(await find(hands, { labels: labels.goOn, where: 'dialog', saying: recordedWords })).toBeDefined();
    },
  );

  it('that says so and asks for consent as well has nothing to agree by', async () => {
    const hands = handsIn(htmlOf('google_meet/m07-recorded-and-notes-while-asking'));
    expect(await find(hands, { labels: labels.goOn, where: 'dialog', saying: recordedWords })).toBeUndefined();
  });

  it('that praises note-taking is closed, and that asks for it has nothing to agree by', async () => {
    const praise = handsIn(dialog('<p>With Gemini, take notes for me is one press away</p>', 'Got it'));
    expect(await find(praise, { labels: labels.close })).toBeDefined();
    const asks = handsIn(htmlOf('google_meet/m07-take-notes-for-me'));
    expect(await find(asks, { labels: ['Agree'], where: 'dialog' })).toBeUndefined();
  });
});

describe('the button that asks to be let in', () => {
  it.each([
    ['its text', '<button>Ask to join</button>'],
    ['its text beside an icon', '<button><i aria-hidden="true">add_to_queue</i><span>Join here too</span></button>'],
    ['its text and what devices are missing', '<button>Join now without microphone &amp; camera</button>'],
    ['its label', '<button aria-label="Ask to join (enter)"><i>login</i></button>'],
  ])('is known by %s', async (_, html) => {
    expect(await find(handsIn(html), { labels: labels.call, where: 'page' })).toBeDefined();
  });

  it('is none that only begins like it', async () => {
    const hands = handsIn('<button>Join and use a phone for audio</button><button>Ask to join again</button>');
    expect(await find(hands, { labels: labels.call, where: 'page' })).toBeUndefined();
  });
});

/** A page whose buttons lie beside each other, under what is on top of all but its own. What is pressed goes. */
const aCoveredPage = (html: string, top: string) => {
  const page = documentOf(html);
  const buttons = [...page.querySelectorAll('button')];
  const placeOf = (element: Element): number => buttons.indexOf(element as HTMLButtonElement);
  for (const element of page.querySelectorAll('*'))
    Object.assign(element, {
      checkVisibility: () => true,
      scrollIntoView: () => undefined,
      getBoundingClientRect: () => ({ left: 100 * placeOf(element), top: 0, width: 80, height: 30 }),
    });
  Object.assign(page, {
    elementFromPoint(x: number) {
      const button = buttons[Math.floor(x / 100)];
      const over = page.querySelector(top);
      return over && !over.contains(button ?? null) ? over : button;
    },
  });
  vi.stubGlobal('document', page);
  const pressed: string[] = [];
  for (const button of buttons)
    button.click = () => {
      pressed.push(button.textContent);
      button.closest('[role="dialog"], .hint')?.remove();
    };
  const frame = { evaluate: async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input) };
  return { controls: new Controls(frame as unknown as Frame, 'press'), pressed };
};

it('of two notices, that which lies over the other is closed first, wherever it stands in the page', async () => {
  const hint = '<div class="hint">Sound is off<button>Got it</button></div>';
  const over = dialog('Do you want people to see and hear you?', 'Continue without microphone and camera');
  const { controls, pressed } = aCoveredPage(hint + over, '[role="dialog"]');
  await closeNotices(controls);
  expect(pressed).toEqual(['Continue without microphone and camera', 'Got it']);
});

describe('of two buttons of one name', () => {
  const two = (first: string): string => `${first}<button>Join now</button>`;
  it.each([
    ['is hidden from people', two('<div aria-hidden="true"><button>Ask to join</button></div>')],
    ['is inert', two('<div inert><button>Ask to join</button></div>')],
    ['is covered', two('<button aria-hidden="true">Ask to join</button>')],
  ])('that is pressed which people can press, where the other %s', async (_, html) => {
    const { controls } = aCoveredPage(html, '.nothing');
    expect(await find(controls, { labels: labels.call })).toMatchObject({ x: 140, isCovered: false });
  });

  it('that is pressed which is in the window', async () => {
    const { controls } = aCoveredPage('<button>Ask to join</button><button>Join now</button>', '.nothing');
    const { elementFromPoint } = document;
    Object.assign(document, { elementFromPoint: (x: number) => (x < 100 ? null : elementFromPoint(x, 0)) });
    expect(await find(controls, { labels: labels.call })).toMatchObject({ x: 140, isCovered: false });
  });
});

it('what lies behind a dialog is found, and cannot be pressed', async () => {
  const behind = '<main aria-hidden="true"><button>Ask to join</button></main>';
  const controls = handsIn(behind + dialog('Do you want people to see you?', 'Continue without camera'));
  expect(await find(controls, { labels: labels.call })).toMatchObject({ isCovered: true });
  expect(await find(controls, { labels: labels.close })).toMatchObject({ isCovered: false });
});

describe('a dialog that nobody knows, over something that is to be pressed,', () => {
  const closedIn = async (over: string): Promise<readonly string[]> => {
    const { controls, pressed } = aCoveredPage(`<button>Chat with everyone</button>${over}`, '[role="dialog"]');
    await uncover(controls);
    return pressed;
  };

  it.each([
    ['Not now', dialog('Pin this tab?', 'Not now', 'Pin')],
    ['No thanks', dialog('Try the new look', 'Try it', 'No thanks')],
    ['Close', dialog('Invite people', 'Copy link', 'Close')],
    ['OK', dialog('Your video was turned off to save bandwidth', 'OK')],
    ['OK', dialog('Your device is slow <a href="https://support.google.com/meet?p=cpu">Learn more</a>', 'OK')],
  ])('is closed by "%s"', async (label, over) => {
    expect(await closedIn(over)).toEqual([label]);
  });

  it.each([
    ['notes and transcripts', 'Not now', dialog('Take notes and get a transcript', 'Close', 'Not now', 'Try it')],
    ['notes by their name', 'Not now', dialog('Try take notes for me, with a transcript', 'Not now', 'Try it')],
    ['recordings', 'No thanks', dialog('Record your meetings', 'No thanks', 'Upgrade')],
    ['streams', 'No, thanks', dialog('Live stream to more people', 'No, thanks', 'Upgrade')],
    ['what has terms', 'Not now', dialog('Get a transcript. By trying it you agree to our terms', 'Not now', 'Try it')],
    ['what has terms of its own', 'No thanks', dialog('Our terms and privacy have changed', 'No thanks', 'Read them')],
  ])('is declined where it offers %s', async (_, label, over) => {
    expect(await closedIn(over)).toEqual([label]);
  });

  it.each([
    ['offers something else than to note it', dialog('End the call for everyone?', 'Cancel', 'OK')],
    ['offers to leave by a link', dialog('Your host asks you to stay <a href="#">Leave meeting</a>', 'OK')],
    ['offers something else by what is no button', dialog('Stay? <input type="submit" value="Leave">', 'OK')],
    [
      'offers something else beside help',
      dialog('Stay? <a href="https://support.google.com/">Help</a>', 'Leave', 'OK'),
    ],
    ['asks for consent', dialog('Gemini is taking notes', 'Not now', 'Join now')],
    ['asks for consent by its name', dialog('Take notes for me is on', 'Not now', 'Agree')],
    ['asks for consent to be recorded', dialog('By joining you CONSENT to be recorded.', 'Not now', 'Join')],
    ['asks to accept a recording', dialog('Do you accept the recording?', 'No thanks', 'Yes')],
    ['asks to agree to notes of the call', dialog('Do you agree to notes of this call?', 'No, thanks', 'Yes')],
    ['asks to agree that notes are taken', dialog('You agree that notes will be taken.', 'Not now', 'Stay')],
    ['asks to accept a transcript of the call', dialog('Accept a transcript of this meeting?', 'Not now', 'Yes')],
    ['takes to stay for consent', dialog('By staying you CONSENT to it.', 'OK')],
    ['takes to go on for agreeing', dialog('By continuing you agree to this.', 'OK')],
    ['takes to press for accepting', dialog('<p>By pressing OK you</p><p>accept this.</p>', 'OK')],
    ['says that the meeting is recorded', dialog('Someone started recording', 'OK')],
    ['says that it is streamed', dialog('This call is being live streamed', 'Close')],
    ['says that it is transcribed', dialog('This call is being transcribed', 'Not now', 'Stay')],
    ['speaks of terms', dialog('Our terms have changed', 'Close', 'Read them')],
    ['speaks of notes by their name', dialog('Take notes for me is on', 'Close')],
    ['speaks of privacy', dialog('Privacy matters', 'OK')],
    ['asks into a breakout room', dialog('Join your breakout room', 'Not now', 'Join')],
    ['tells why the bot is out', dialog("You've been removed from the meeting", 'OK')],
    ['tells why and can be declined', dialog("You've been removed from the meeting", 'Not now', 'Feedback')],
    ['is the settings, which the bot opens', dialog('<button role="tab">Captions</button>', 'Close dialog')],
    ['can only be left', dialog('Something went wrong', 'Leave')],
  ])('is left as it is where it %s', async (_, over) => {
    expect(await closedIn(over)).toEqual([]);
  });

  it('goes before that is pressed', async () => {
    const page = `<button>Chat with everyone</button>${dialog('Try the new look', 'Not now')}`;
    const { controls, pressed } = aCoveredPage(page, '[role="dialog"]');
    const click = async (x: number) => void pressed.push(`at ${x}`);
    Object.assign(controls.frame, { page: () => ({ mouse: { click } }) });
    expect(await pressSoon(controls, { labels: labels.chat }, 5_000)).toBe(true);
    expect(pressed).toEqual(['Not now', 'at 40']);
  });
});

it('a question for consent that comes to the place of a notice gets no press that was meant for that', async () => {
  const controls = handsIn('<div class="hint">Sound is off<button>Got it</button></div>');
  const page = document;
  const pressed: string[] = [];
  const press = (): void => {
    const button = page.querySelector('button');
    pressed.push(button?.textContent ?? '');
    page.body.innerHTML = dialog('Gemini is taking notes', 'Join now');
    show();
  };
  const show = (): void => {
    showAll(page);
    for (const element of page.querySelectorAll<HTMLElement>('*')) element.click = press;
  };
  show();
  Object.assign(controls.frame, { page: () => ({ mouse: { click: async () => press() } }) });
  await Promise.all([closeNotices(controls), closeNotices(controls)]);
  expect(pressed).toEqual(['Got it']);
});

it.each(['and', '&amp;'])('what goes on without devices may be a link, and says "%s"', async (and) => {
  const hands = handsIn(`<div role="dialog"><div role="link">Continue without microphone ${and} camera</div></div>`);
  expect(await find(hands, { labels: labels.close })).toBeDefined();
});

describe('what turns camera and microphone on and off in Google Meet', () => {
  it.each([
    ['google_meet/m28-german', 'on', 'off'],
    ['google_meet/m01-turkish', 'off', 'on'],
    ['google_meet/m05-dismiss', 'off', 'on'],
  ] as const)('is found whatever it is called, by what it does: %s', async (name, does, doesNot) => {
    for (const device of [switches.camera, switches.microphone]) {
      const hands = handsIn(htmlOf(name));
      expect(await find(hands, { ...device[does], where: 'page' })).toBeDefined();
      expect(await find(hands, { ...device[doesNot], where: 'page' })).toBeUndefined();
    }
  });
});

it('what comes while this process is held up, by a machine that has much to do, is pressed', async () => {
  const controls = handsIn('');
  const click = vi.fn(async () => undefined);
  const { evaluate } = controls.frame;
  Object.assign(controls.frame, {
    page: () => ({ mouse: { click } }),
    async evaluate(...look: Parameters<typeof evaluate>) {
      const found = await evaluate(...look);
      if (document.body.childElementCount === 0) {
        holdUp(400);
        document.body.innerHTML = '<button>Ask to join</button>';
        showAll(document);
      }
      return found;
    },
  });
  expect(await pressSoon(controls, { labels: labels.call }, 300)).toBe(true);
  expect(click).toHaveBeenCalledOnce();
});
