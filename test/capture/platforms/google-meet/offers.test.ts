/** Which of the offers to send something again a Google Meet's page shows beside the bot's words. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import type { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { type GoogleMeetHandle, handleName } from '../../../../lib/capture/platforms/google-meet/handle.ts';
import { type OfferKind, offersOf, pressOffer } from '../../../../lib/capture/platforms/google-meet/offers.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page in which everything is seen. */
const offers = async (html: string, text = 'I take the minutes.', wanted?: OfferKind, own: readonly string[] = []) => {
  const page = documentOf(html);
  const pressed: (string | null | undefined)[] = [];
  for (const element of page.querySelectorAll('*'))
    Object.assign(element, {
      checkVisibility: () => true,
      click: () => pressed.push(element.parentElement?.parentElement?.textContent),
    });
  const handle: Partial<GoogleMeetHandle> = { ownTexts: () => own };
  Object.assign(page, { [Symbol.for(handleName)]: handle });
  vi.stubGlobal('document', page);
  const frame = { evaluate: async (act: (...input: unknown[]) => unknown, ...input: unknown[]) => act(...input) };
  const controls = { frame } as unknown as Controls;
  const found = await offersOf(controls, text);
  if (wanted) await pressOffer(controls, text, wanted);
  return found && { ...found, ...(wanted && { pressed }) };
};

const panel = (...rows: readonly string[]): string =>
  `<aside aria-label="Side panel"><div>${rows.join('')}</div><textarea aria-label="Send a message"></textarea></aside>`;
const offer = '<p>Not delivered <button aria-label="Resend">refresh</button></p>';
const row = (words: string, more = offer): string => `<div><span>${words}</span>${more}</div>`;
const numbered = (words: string, more = offer): string => `<div data-message-id="${words}">${words}${more}</div>`;

describe("what a Google Meet's page offers to send again", () => {
  it.each([
    ['in the same row', panel(row('Hello'), row('I take the minutes.')), { ours: 1, unclear: 1 }],
    ['in the same message', panel(numbered('Hello'), numbered('I take the minutes.')), { ours: 1, unclear: 0 }],
    ['in words that are adorned', panel(numbered('I <b>take</b> the\n minutes')), { ours: 1, unclear: 0 }],
    [
      'in a row whose button to pin it bears its number, too',
      panel(
        `<div><div data-message-id="1">I take the minutes.</div><button data-message-id="1">keep</button>${offer}</div>`,
        numbered('Hello', ''),
      ),
      { ours: 1, unclear: 0 },
    ],
    ['alone', panel(row('I take the minutes.'), row('Hello', '')), { ours: 1, unclear: 0 }],
    ['several times', panel(row('I take the minutes.'), row('I take the minutes.')), { ours: 2, unclear: 0 }],
  ])('is what the bot has written where that stands %s', async (_, html, found) => {
    expect(await offers(html)).toEqual(found);
  });

  it.each([
    ['beside other words', panel(numbered('Hello'), numbered('I take the minutes.', '')), { ours: 0, unclear: 0 }],
    [
      'apart from several messages',
      panel(numbered('Hello', ''), numbered('I take the minutes.', ''), offer),
      { ours: 0, unclear: 1 },
    ],
    ['beside an older one', panel(row('Hello'), row('I take the minutes.', '')), { ours: 0, unclear: 1 }],
    [
      'beside an older one, above the field in which it is written',
      `<aside><div>${row('Hello')}<div contenteditable="true" aria-label="Send a message">I take the minutes.</div></div></aside>`,
      { ours: 0, unclear: 1 },
    ],
    ['nowhere', panel(row('I take the minutes.', '')), { ours: 0, unclear: 0 }],
  ])('is not, or may be, where it stands %s', async (_, html, found) => {
    expect(await offers(html)).toEqual(found);
  });

  it.each([
    ['no panel is open', ''],
    ['another panel is', '<aside><div data-participant-id="1">Ada</div><button aria-label="Resend"></button></aside>'],
  ])('is not known where %s', async (_, html) => {
    expect(await offers(html)).toBeUndefined();
  });

  it.each([
    [
      'below one that arrived',
      panel(numbered('Hello', ''), row('I take the minutes.')),
      'Hello',
      { ours: 0, unclear: 0 },
    ],
    ['that says this and more', panel(row('Hello again')), 'Hello', { ours: 0, unclear: 0 }],
    ['that is a part of this', panel(row('Hello')), 'Hello again', { ours: 0, unclear: 0 }],
    ['and of this', panel(row('Hello again'), row('Hello')), 'Hello', { ours: 1, unclear: 0 }],
  ])('is not of this where it is of what the bot has written before, %s', async (_, html, text, found) => {
    const own = ['Hello', 'Hello again', 'I take the minutes.'].map((words) => words.replaceAll(' ', ''));
    expect(await offers(html, text, undefined, own)).toEqual(found);
  });

  const late = '<p>10:42 Not delivered. Try again <button aria-label="Resend">refresh</button></p>';
  it.each([
    ['in a word', ['No']],
    ['in the time', ['1']],
    ['among other words', ['Try']],
    ['in this message', ['take', 'I take']],
    ['before it', ['Hello', 'Hello again', 'No']],
  ])('is of this where something short that the bot has written before only stands %s', async (_, own) => {
    const said = 'I take the minutes.';
    const before = own.map((words) => `<div>${words}</div>`).join('');
    expect(await offers(panel(row(said, late)), said, undefined, own)).toEqual({ ours: 1, unclear: 0 });
    expect(await offers(panel(before, row(said, late)), said, undefined, own)).toEqual({ ours: 1, unclear: 0 });
    expect(await offers(panel(numbered(`You: ${said}`, late)), said, undefined, own)).toEqual({ ours: 1, unclear: 0 });
    expect(await offers(panel(numbered('I <b>take</b> the\n minutes', late)), said, undefined, own)).toEqual({
      ours: 1,
      unclear: 0,
    });
  });

  it.each(['No', '1', 'Del'])('is not of something short that only stands in other words: %s', async (text) => {
    const own = ['Hello', text];
    expect(await offers(panel(row('Hello', late)), text, undefined, own)).toEqual({ ours: 0, unclear: 0 });
    expect(await offers(panel(row('Hello', ''), row(text, late)), text, undefined, own)).toEqual({
      ours: 1,
      unclear: 0,
    });
  });

  it('is of a longer message that says this too, also where the page says more in the same text', async () => {
    const own = ['Hello', 'Hello again'];
    expect(await offers(panel(row('You: Hello again')), 'Hello', undefined, own)).toEqual({ ours: 0, unclear: 0 });
  });

  it('is pressed where the newest is of those that are wanted', async () => {
    const html = panel(row('I take the minutes.'), row('Hello'));
    expect(await offers(html, 'I take the minutes.', 'ours')).toMatchObject({
      pressed: ['I take the minutes.Not delivered refresh'],
    });
    expect(await offers(html, 'I take the minutes.', 'unclear')).toMatchObject({
      pressed: ['HelloNot delivered refresh'],
    });
  });

  it('is not pressed where none is of the kind that is wanted', async () => {
    expect(await offers(panel(row('Hello', '')), 'Hello', 'ours')).toMatchObject({ pressed: [] });
  });

  it('is any where the bot has written nothing but pictures', async () => {
    expect(await offers(panel(row('👍'), row('Hello')), '👍')).toEqual({ ours: 2, unclear: 0 });
  });
});
