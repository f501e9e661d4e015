import { describe, expect, it } from 'vitest';
import { createZoomChat, messagesIn } from '../../../../../../lib/capture/platforms/zoom/page/chat.ts';
import { createDevices } from '../../../../../../lib/capture/platforms/zoom/page/client/devices.ts';
import { createHands } from '../../../../../../lib/capture/platforms/zoom/page/client/hands.ts';
import { createPeople, rowsIn } from '../../../../../../lib/capture/platforms/zoom/page/people/people.ts';
import { createSenders } from '../../../../../../lib/capture/platforms/zoom/page/people/senders.ts';
import { aBar, aChat, aClient, aDialog, aList, aMessage, aRow } from '../client.ts';

const notes = { id: '1:Notes', name: 'Notes' };
/** What the adapter does in a client that shows this; `show`: what it shows then. */
const inClient = (...parts: readonly string[]) => {
  const senders = createSenders({ self: () => notes, others: () => [], now: () => 0 });
  const chat = createZoomChat(senders);
  const people = createPeople();
  let root = aClient(...parts);
  const told: string[] = [];
  const hands = createHands({
    root: () => root,
    people,
    self: () => notes,
    chat,
    senders,
    refresh() {
      chat.look(messagesIn(root));
      people.look(rowsIn(root), undefined, true);
    },
    devices: createDevices(() => root),
    isVisible: () => true,
    isReady: () => true,
    opensChat: () => true,
    permission: {
      asked: () => void told.push('asked'),
      granted: () => void told.push('granted'),
      leadsNowhere: () => void told.push('leads nowhere'),
    },
  });
  return {
    hands,
    told,
    root: () => root,
    show(...parts: readonly string[]) {
      root = aClient(...parts);
    },
  };
};

const aReader = (name: string) =>
  `<a role="menuitemradio" class="chat-receiver-list__menu-item"><span class="chat-receiver-list__label">${name}</span></a>`;

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

it.each(['Share Screen', 'Share'])('shares a screen by the button that is called %s', (name) => {
  const { hands, root } = inClient(aBar(name));
  let pressed = 0;
  root()
    .querySelector('button')
    ?.addEventListener('click', () => (pressed += 1));
  expect([hands.device('screen'), hands.press('footer', 'share'), pressed]).toEqual(['off', true, 1]);
});

it.each([
  ['a gallery', '<div class="gallery-video-container__main-view"></div>', 'gallery_view'],
  ['whoever speaks', '<div class="speaker-active-container__video-frame"></div>', 'speaker_view'],
  ['one tile only', '<div class="single-main-container__video-frame"></div>', 'speaker_view'],
  ['several who speak', '<div class="multi-speaker-active-container__video-frame"></div>', 'other'],
  [
    "somebody's screen, and people in a gallery beside it",
    '<div id="sharee-container"></div><div class="gallery-video-container__main-view"></div>',
    'screen',
  ],
])('sees how people are shown: %s', (_, html, view) => {
  const { hands } = inClient(html);
  expect([hands.view(), hands.shows('gallery_view')]).toEqual([view, view === 'gallery_view']);
});

describe('captions', () => {
  const list = '<div role="application" aria-label="Live Transcription List"></div>';
  const row = '<div class="lt-full-transcript__item">Good morning.</div>';
  it.each([
    ['neither shown nor offered to be hidden', '', { areOn: false, areListed: false }],
    ['shown', '<div class="lt-subtitle-wrap"><span dir="auto">Good</span></div>', { areOn: true, areListed: false }],
    ['in the list only, where they may be of before', list + row, { areOn: false, areListed: true }],
  ])('that are %s', (_, html, told) => {
    expect(inClient(html).hands.captions()).toEqual(told);
  });
});

describe('everyone', () => {
  const chosen = (html: string): boolean => inClient(html).hands.chooseReader('everyone');

  it('is written to where the client says so, and where it names no reader at all', () => {
    expect(chosen('<button class="chat-receiver-list__receiver"><span>Everyone</span></button>')).toBe(true);
    expect(chosen('')).toBe(true);
  });

  it('is known by the name on the button of the client 7.2.0, and opens its menu by it', () => {
    const pill = (name: string): string =>
      `<div class="chat-container__chat-control">to: <button id="chatReceiverMenu"><span>${name}</span></button></div>`;
    expect(inClient(pill('Meeting Group Chat')).hands.isFor('everyone')).toBe(true);
    const { hands, root } = inClient(pill('Ada'));
    let opened = 0;
    root()
      .querySelector('#chatReceiverMenu')
      ?.addEventListener('click', () => (opened += 1));
    expect([hands.isFor('everyone'), hands.chooseReader('everyone'), opened]).toEqual([false, false, 1]);
  });

  it('is written to by another name where messages stay after the meeting', () => {
    const { hands, root } = inClient(
      '<button class="chat-receiver-list__receiver"><span>Ada</span></button>',
      aReader('Meeting Group Chat'),
      aReader('Ada'),
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

describe('whoever is to read a message', () => {
  const self = aRow(0, 'Maya', { label: '(Me)' });
  const inMeeting = (...rows: readonly string[]) => inClient(aList(self, ...rows)).hands;

  it('is one of those who are there, but the bot', () => {
    const hands = inMeeting(aRow(1, 'Ada', { label: '(Host)' }), aRow(2, 'Maya'));
    expect(hands.readers({ participant_id: '2:Maya' })).toEqual([{ name: 'Maya', place: 1, of: 1 }]);
    expect(hands.readers({ participant_id: '1:Maya' })).toBe('not_there');
    expect(hands.readers('everyone_but_host')).toEqual([{ name: 'Maya', place: 1, of: 1 }]);
  });

  it('is nobody where only hosts are there', () => {
    expect(inMeeting(aRow(1, 'Ada', { label: '(Host)' })).readers('everyone_but_host')).toBe('not_there');
  });

  it('is nobody where it might be somebody else of the same name', () => {
    const hands = inMeeting(aRow(1, 'Ada', { label: '(Host)' }), aRow(2, 'Ada'));
    expect([hands.readers({ participant_id: '2:Ada' }), hands.readers('everyone_but_host')]).toEqual([
      'ambiguous',
      'ambiguous',
    ]);
  });

  it('is nobody who is called as the client calls everyone', () => {
    const hands = inMeeting(aRow(1, 'Everyone'), aRow(2, 'Ada'));
    expect([hands.readers({ participant_id: '1:Everyone' }), hands.readers('everyone_but_host')]).toEqual([
      'ambiguous',
      'ambiguous',
    ]);
    expect(hands.readers({ participant_id: '1:Ada' })).toEqual([{ name: 'Ada', place: 1, of: 1 }]);
  });

  it('is each of those of one name where all of them are to read it', () => {
    expect(inMeeting(aRow(1, 'Ada'), aRow(2, 'Ada')).readers('everyone_but_host')).toEqual([
      { name: 'Ada', place: 1, of: 2 },
      { name: 'Ada', place: 2, of: 2 },
    ]);
  });

  it('is not chosen while the client offers more people of the name than there were', () => {
    const ada = { name: 'Ada', place: 1, of: 1 };
    expect(inClient(aReader('Ada'), aReader('Ada')).hands.chooseReader(ada)).toBe(false);
    expect(inClient(aReader('Ada')).hands.chooseReader(ada)).toBe(true);
  });
});

describe('what is for one person', () => {
  const ada = { name: 'Ada', place: 1, of: 1 };
  const direct = '<span class="chat-receiver-list__privately-chat">(Direct Message)</span>';
  const sendsTo = (name: string, mark = '', button = '<button class="chat-rtf-box__send"></button>') => {
    const { hands, root } = inClient(
      `<button class="chat-receiver-list__receiver"><span>${name}</span></button>${mark}${button}`,
    );
    let pressed = 0;
    root()
      .querySelector('.chat-rtf-box__send')
      ?.addEventListener('click', () => (pressed += 1));
    return (reader: typeof ada | 'everyone') => [hands.isFor(reader), hands.send(reader), pressed];
  };

  it('is sent while the client says that it goes to them', () => {
    expect(sendsTo('Ada', direct)(ada)).toEqual([true, 'pressed', 1]);
    expect(sendsTo('Ada', direct)({ ...ada, place: 2, of: 2 })).toEqual([true, 'pressed', 1]);
  });

  it('is not sent once it would go to everyone, or to somebody else', () => {
    expect(sendsTo('Everyone')(ada)).toEqual([false, 'kept', 0]);
    expect(sendsTo('Everyone')({ ...ada, of: 2 })).toEqual([false, 'kept', 0]);
    expect(sendsTo('Grace', direct)(ada)).toEqual([false, 'kept', 0]);
    expect(inClient('<button class="chat-rtf-box__send"></button>').hands.send(ada)).toBe('kept');
  });

  it('is not sent to everyone where somebody is called as everyone is, in whatever language', () => {
    expect(sendsTo('Alle')({ ...ada, name: 'Alle' })).toEqual([false, 'kept', 0]);
  });

  it('is left to the key where there is no button, or none that can be pressed', () => {
    expect(sendsTo('Ada', direct, '')(ada)).toEqual([true, 'no_button', 0]);
    expect(sendsTo('Ada', direct, '<button class="chat-rtf-box__send" disabled></button>')(ada)).toEqual([
      true,
      'no_button',
      0,
    ]);
  });
});

it('does not write to one person who is called as everyone is what everyone shall read', () => {
  const { hands } = inClient(
    '<button class="chat-receiver-list__receiver">Everyone</button><span class="chat-receiver-list__privately-chat"></span>',
  );
  expect([hands.isFor('everyone'), hands.send('everyone')]).toEqual([false, 'kept']);
});

it.each([
  ['two columns', '<div class="wr-content"><div class="wr-leave-btn"><button>Leave</button></div></div>'],
  [
    'one',
    '<div class="meeting-on-hold"><div class="waiting-room-container"><button class="leave-btn">Leave</button></div></div>',
  ],
])('leaves a waiting room of %s by its button', (_, waitingRoom) => {
  const { hands, root } = inClient(waitingRoom);
  let presses = 0;
  root()
    .querySelector('button')
    ?.addEventListener('click', () => {
      presses += 1;
    });
  expect([hands.leave(), presses, hands.confirmLeave()]).toEqual([true, 1, false]);
});

describe('a bot that was made the host', () => {
  const end = '<footer id="wc-footer"><button type="button" aria-label="End"></button></footer>';
  const options = `<div class="leave-meeting-options" role="menu">
    <button class="leave-meeting-options__btn">End Meeting for All</button>
    <button class="leave-meeting-options__btn">Leave Meeting</button></div>`;
  const assign = (state: string) => `<div class="assign-new-host-box" role="application">
    <button class="assign-new-host-box__btn" ${state}>Assign and Leave</button></div>`;
  /** What leaving and what says yes to it press, with their answers. */
  const leaving = (...parts: readonly string[]) => {
    const { hands, root } = inClient(...parts);
    const pressed: string[] = [];
    for (const one of root().querySelectorAll('button'))
      one.addEventListener('click', () => pressed.push(one.getAttribute('aria-label') ?? one.textContent));
    return [hands.leave(), hands.confirmLeave(), pressed];
  };

  it('leaves by the button that could end the meeting, and ends it for nobody', () => {
    expect(leaving(end)).toEqual([true, false, ['End']]);
    expect(leaving(end, options)).toEqual([true, false, ['Leave Meeting']]);
  });

  it('leaves the host’s place to the co-host whom the client proposes, and to nobody of its own choice', () => {
    expect(leaving(end, assign(''))).toEqual([true, true, ['Assign and Leave']]);
    expect(leaving(end, assign('disabled'))).toEqual([true, false, []]);
  });

  it('has left once the client shows no bar any more', () => {
    expect(inClient('').hands.confirmLeave()).toBe(true);
    // Its bar may be out of the client meanwhile.
    expect(inClient('<div class="speaker-bar-container__video-frame"></div>').hands.confirmLeave()).toBe(false);
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

describe('"Record"', () => {
  const aMenu = (...items: readonly string[]) =>
    `<div class="dark-dropdown">${items.map((name) => `<a role="button" class="dropdown-item" aria-label="${name}">${name}</a>`).join('')}</div>`;
  /** What is pressed in a client that shows this after "Record" was, and what that comes to at the first look and the next. */
  const pressed = (isAlone: boolean, ...parts: readonly string[]) => {
    const { hands, root, told } = inClient(aBar('Record'), ...parts);
    const names: string[] = [];
    for (const one of root().querySelectorAll('[aria-label], button'))
      one.addEventListener('click', () => names.push(one.getAttribute('aria-label') ?? one.textContent ?? ''));
    const looks = [hands.requestRecording(isAlone), hands.requestRecording(isAlone)];
    return { looks, names, told };
  };

  it.each([
    'Request the host to record to the cloud',
    "Request the host to record to the cloud You can't send cloud recording requests because of host's settings. disabled",
  ])('that offers no more than the host’s own recording in the cloud asks nobody, and is closed: %s', (name) => {
    const { names, told } = pressed(true, aMenu(name));
    expect([new Set(names), new Set(told)]).toEqual([new Set(['Record']), new Set(['leads nowhere'])]);
  });

  it('that offers to record here is gone on with, once', () => {
    const items = ['Request the host to record to the cloud', 'Record to this computer'];
    const did = pressed(true, aMenu(...items));
    expect(did).toEqual({ looks: [false, false], names: ['Record to this computer'], told: [] });
  });

  it('that opens a dialog asks the host', () => {
    const dialog = aDialog('Permission needed from Meeting Host', 'Ask Ada', 'Cancel', 'Send Request');
    expect(pressed(true, dialog)).toMatchObject({ looks: [true, true], told: ['asked', 'asked'] });
  });

  it('that has opened nothing, or what is not known, tells nothing; and what records here opens no such menu', () => {
    const nothing = { looks: [false, false], names: [], told: [] };
    expect(pressed(true)).toEqual(nothing);
    const unknown = aDialog('Permission needed from Meeting Host', 'Ask Ada', 'Cancel', 'Request');
    expect(pressed(true, unknown)).toEqual(nothing);
    expect(pressed(false, aMenu('Start Local Record'))).toEqual(nothing);
  });
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

it.each([
  ['off', true],
  ['on', false],
])('presses "Translation" in the menu of captions where that is %s, and not to turn it off', (state, isPressed) => {
  const { hands, root } = inClient(
    `<div class="tip-wrapper"><a role="button" class="dropdown-item new-LT__between"><span>Translation</span><label class="zmu-switch">
       <input type="checkbox" role="button" aria-label="translation is ${state}"></label></a></div>`,
  );
  let pressed = 0;
  root()
    .querySelector('a')
    ?.addEventListener('click', () => (pressed += 1));
  expect([hands.translates(), pressed]).toEqual([isPressed, Number(isPressed)]);
});
