import { describe, expect, it } from 'vitest';
import { createZoomChat, messagesIn } from '../../../../lib/capture/platforms/zoom/chat.ts';
import { createHands } from '../../../../lib/capture/platforms/zoom/hands.ts';
import { createPeople } from '../../../../lib/capture/platforms/zoom/people.ts';
import { createSenders } from '../../../../lib/capture/platforms/zoom/senders.ts';
import { aChat, aClient, aMessage } from './client.ts';

const notes = { id: '1:Notes', name: 'Notes' };
/** What the adapter does in a client that shows this; `show`: what it shows then. */
const inClient = (...parts: readonly string[]) => {
  const senders = createSenders({ self: () => notes, others: () => [], now: () => 0 });
  const chat = createZoomChat(senders);
  let root = aClient(...parts);
  const hands = createHands({
    root: () => root,
    people: createPeople(),
    self: () => notes,
    chat,
    senders,
    refresh: () => chat.look(messagesIn(root)),
    isSeen: () => true,
    isReady: () => true,
    permission: { asked: () => undefined, granted: () => undefined },
  });
  return {
    hands,
    root: () => root,
    show(...parts: readonly string[]) {
      root = aClient(...parts);
    },
  };
};

it('sees what the bot has said where the client lists nobody, as for those who attend a webinar', () => {
  const before = [aMessage({ id: 'a', from: 'You', text: 'I record' })];
  const after = [
    aMessage({ id: 'b', from: 'Ada', user: '16779264', isAnswerable: true, text: 'I record' }),
    aMessage({ id: 'c', from: 'You', text: 'Bye' }),
    aMessage({ id: 'd', from: 'You', text: 'I record' }),
  ];
  const { hands, show } = inClient(aChat(...before));
  expect([hands.aboutToSay('I record'), hands.hasSaid('I record', 2)]).toEqual([1, false]);
  show(aChat(...before, ...after));
  expect([hands.hasSaid('I record', 2), hands.hasSaid('I record', 3)]).toEqual([true, false]);
});

describe('everyone', () => {
  const chosen = (html: string): boolean => inClient(html).hands.chooseReader('everyone');

  it('is written to where the client says so, and where it names no reader at all', () => {
    expect(chosen('<button class="chat-receiver-list__receiver"><span>Everyone</span></button>')).toBe(true);
    expect(chosen('')).toBe(true);
  });

  it('is written to by another name where messages stay after the meeting', () => {
    const item = (name: string) =>
      `<a role="menuitemradio" class="chat-receiver-list__menu-item"><span class="chat-receiver-list__label">${name}</span></a>`;
    const { hands, root } = inClient(
      '<button class="chat-receiver-list__receiver"><span>Ada</span></button>',
      item('Meeting Group Chat'),
      item('Ada'),
    );
    const pressed: (string | null)[] = [];
    for (const one of root().querySelectorAll('a')) one.addEventListener('click', () => pressed.push(one.textContent));
    expect([hands.chooseReader('everyone'), pressed]).toEqual([true, ['Meeting Group Chat']]);
    expect(chosen('<button class="chat-receiver-list__receiver"><span>Meeting Group Chat</span></button>')).toBe(true);
  });

  it('is not written to where the host is the only one who can be', () => {
    expect(chosen('<span class="chat-receiver-list__read-only-receiver">Ada</span>')).toBe(false);
  });
});

it('opens the menu of the client, and not that of breakout rooms, which has the same label', () => {
  const { hands, root } = inClient(`<footer id="wc-footer">
    <button class="footer-button__button select-room-button--fix" aria-label="More meeting control">Breakout Rooms</button>
    <div aria-label="More meeting control 2"><button>2More</button></div></footer>`);
  const pressed: string[] = [];
  for (const one of root().querySelectorAll('[aria-label]'))
    one.addEventListener('click', () => pressed.push(one.getAttribute('aria-label') ?? ''));
  expect([hands.press('footer', 'more'), pressed]).toEqual([true, ['More meeting control 2']]);
});

it('presses items of menus, which the client draws as buttons of a list', () => {
  const { hands, root } = inClient(
    '<div class="dropdown-menu"><a role="button" class="dropdown-item" aria-label="Captions"></a></div>',
  );
  let pressed = 0;
  root()
    .querySelector('a')
    ?.addEventListener('click', () => (pressed += 1));
  expect([hands.press('menu', 'captions'), hands.press('menu', 'record'), pressed]).toEqual([true, false, 1]);
});
