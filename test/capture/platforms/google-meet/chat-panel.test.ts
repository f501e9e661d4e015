/** What the hands take for the chat of a Google Meet among all that pages show in its place. */
import type { Frame } from 'puppeteer-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { find } from '../../../../lib/capture/platforms/google-meet/seek.ts';
import { chatButton, sendChat, shownOf } from '../../../../lib/capture/platforms/google-meet/send-chat.ts';
import { corpusEntry } from '../../../lab/pages/corpus.ts';
import { showAll } from '../../../lab/pages/show-all.ts';

const htmlOf = (name: string): string => corpusEntry(`google_meet/${name}`).frames[0].html;

/** A page in which everything is seen, each element at a place of its own. */
const handsIn = (html: string) => {
  const page = documentOf(html);
  const elements = [...page.querySelectorAll('*')];
  for (const [at, element] of elements.entries())
    Object.assign(element, {
      checkVisibility: () => true,
      scrollIntoView: () => undefined,
      getBoundingClientRect: () => ({ left: 100 * at, top: 0, width: 80, height: 30 }),
    });
  Object.assign(page, { elementFromPoint: (x: number) => elements[Math.floor(x / 100)] });
  vi.stubGlobal('document', page);
  vi.stubGlobal('HTMLTextAreaElement', page.createElement('textarea').constructor);
  const frame = { evaluate: async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input) };
  const at = (found: { readonly x: number } | undefined) => found && elements[Math.floor(found.x / 100)];
  return { controls: new Controls(frame as unknown as Frame, 'write into the chat'), at };
};
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Where the field is; otherwise what there is in its place. */
const shown = async (html: string): Promise<string | undefined> => {
  const { controls, at } = handsIn(html);
  const found = await shownOf(controls);
  return typeof found === 'object' ? (at(found)?.tagName ?? '') : found;
};

const panel = (content: string, name = 'Side panel'): string => `<aside aria-label="${name}">${content}</aside>`;

const editor = '<div role="textbox" contenteditable="true" aria-multiline="true"></div>';

describe('the chat of a Google Meet', () => {
  it.each(['m28-in-call', 'm28-german', 'm28-spanish-told-by-the-service'])(
    'is opened by its button, whatever that is called: %s',
    async (name) => {
      const { controls, at } = handsIn(htmlOf(name));
      const label = at(await find(controls, chatButton))?.getAttribute('aria-label');
      expect(['Chat with everyone', 'Mit allen chatten', 'Chatear con todos']).toContain(label);
    },
  );

  it.each([
    ['in English', panel('<textarea aria-label="Send a message"></textarea>'), 'TEXTAREA'],
    [
      'in another language',
      panel(
        '<textarea jsname="YPqjbf" aria-label="Nachricht senden"></textarea><button jsname="SoqoBf">send</button>',
        'Seitenleiste',
      ),
      'TEXTAREA',
    ],
    [
      'where it goes on after the meeting',
      panel('<div role="textbox" g_editable="true" contenteditable="true" aria-label="History is on"></div>'),
      'DIV',
    ],
    [
      'in an editor of several lines',
      `<button data-panel-id="2" aria-expanded="true">chat</button>${panel(editor, 'Panel lateral')}`,
      'DIV',
    ],
  ])('has a field to write in, %s', async (_, html, field) => {
    expect(await shown(html)).toBe(field);
  });

  it.each([
    ['without messages', panel('<p>Nur Organisatoren können Nachrichten senden</p>', 'Seitenleiste'), 'true'],
    ['with messages', panel('<div data-message-id="m1">Hallo</div>', 'Seitenleiste'), 'false'],
  ])('is closed to the bot where its panel has no field, %s', async (_, html, isPressed) => {
    expect(await shown(`<button data-panel-id="2" aria-pressed="${isPressed}">chat</button>${html}`)).toBe('closed');
  });

  it.each(['m35-chat-closed', 'm35-without-a-mark'])('is closed to the bot: %s', async (name) => {
    expect(await shown(htmlOf(name))).toBe('closed');
  });

  it.each([
    ['people', htmlOf('m28-people-panel')],
    ['a poll', htmlOf('m28-without-a-mark-a-poll-called-ended')],
    ['questions', panel('<textarea jsname="YPqjbf" aria-label="Ask a question"></textarea><button>Post</button>')],
    ['an editor of something else', `<button data-panel-id="2" aria-expanded="false">chat</button>${panel(editor)}`],
    ['what hosts decide', panel('<button role="switch" aria-checked="true">Send messages</button>')],
  ])('is not open where another panel is: %s', async (_, html) => {
    expect(await shown(html)).toBe('elsewhere');
  });

  it('is written into where its field comes late, and closed to the bot where none comes', async () => {
    vi.useFakeTimers();
    const html = `<button data-panel-id="2" aria-expanded="true">chat</button>${panel('')}`;
    const outcome = async (comes: string): Promise<string> => {
      const { controls } = handsIn(html);
      const click = () => Promise.reject(new Error('typed into'));
      Object.assign(controls.frame, { page: () => ({ mouse: { click } }) });
      const draw = (): void => {
        document.querySelector('aside')?.insertAdjacentHTML('beforeend', comes);
        showAll(document);
      };
      setTimeout(draw, 9_000);
      const sent = sendChat(controls, { text: 'Hello' }).then(() => 'sent', String);
      await vi.advanceTimersByTimeAsync(60_000);
      return sent;
    };
    expect(await outcome(editor)).toContain('typed into');
    expect(await outcome('')).toContain('closed to the bot');
  });

  it('is not open where no panel is', async () => {
    expect(await shown(htmlOf('m28-german'))).toBeUndefined();
  });

  describe('that goes on after the meeting, in a page of its own,', () => {
    const frame = '<iframe src="https://chat.google.com/embed/space/AAQ?shell=12"></iframe>';
    const controlsWith = (inner?: string, address = 'https://chat.google.com/embed/space/AAQ?shell=12') => {
      const { controls } = handsIn(`<main></main>${panel(frame)}`);
      const evaluate = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => {
        const around = document;
        handsIn(inner ?? '');
        try {
          return act(...input);
        } finally {
          vi.stubGlobal('document', around);
        }
      };
      const url = () => address;
      const another = { url, evaluate: () => Promise.reject(new Error('another frame')) };
      const dispose = async () => {};
      const elements = [
        { dispose, evaluate: async () => false, contentFrame: async () => another },
        {
          dispose,
          evaluate: async () => true,
          contentFrame: async () => (inner === undefined ? null : { url, evaluate }),
        },
      ];
      Object.assign(controls.frame, { $$: async () => elements });
      return Object.assign(controls, { missing: (what: string) => new Error(`there is no ${what}`) });
    };
    const shownWith = (inner?: string) => shownOf(controlsWith(inner));

    it('has its field there', async () => {
      const field = '<div role="textbox" contenteditable="true">Hello</div>';
      const found = await shownWith(`<input aria-label="Search">${field}`);
      expect(found).toEqual({ x: 940, y: 15, text: 'Hello', hasFocus: false, isFramed: true });
    });

    it.each([
      ['there is no page in it yet', undefined],
      ['that has no field yet', '<p>Loading</p>'],
    ])('is loading while %s', async (_, inner) => {
      expect(await shownWith(inner)).toBe('loading');
    });

    it.each([
      ['closed to the bot', 'has no field once it is loaded', () => controlsWith('<p>You cannot send messages</p>')],
      [
        'closed to the bot',
        'asks who it is',
        () => controlsWith('<input type="email">', 'https://accounts.google.com/'),
      ],
      ['there is no ', 'is never loaded', () => controlsWith()],
      ['there is no ', 'cannot be reached', () => controlsWith('', 'chrome-error://chromewebdata/')],
    ])('is said to be so: "%s", where its page %s', async (words, _, open) => {
      vi.useFakeTimers();
      const outcome = sendChat(open(), { text: 'Hello' }).catch(String);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await outcome).toContain(words);
    });
  });
});
