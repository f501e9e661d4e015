import { describe, expect, it } from 'vitest';
import { createPermissionWatch } from '../../../../../../lib/capture/platforms/zoom/page/client/permission.ts';
import { createTending } from '../../../../../../lib/capture/platforms/zoom/page/client/tend.ts';
import { clientAddress, clientBeside } from '../../../../../../lib/capture/platforms/zoom/shared/address.ts';
import { aBar, aClient, aDialog, aTab } from '../client.ts';

describe("where Zoom's client is", () => {
  it.each([
    ['https://zoom.us/j/81234567890?pwd=abc', 'https://app.zoom.us/wc/81234567890/join?pwd=abc'],
    ['https://us02web.zoom.us/j/81234567890?pwd=abc&tk=def', 'https://app.zoom.us/wc/81234567890/join?pwd=abc&tk=def'],
    ['https://zoom.us/wc/81234567890/join', 'https://app.zoom.us/wc/81234567890/join'],
    ['https://example.zoom.us/j/81234567890', 'https://example.zoom.us/j/81234567890'],
    ['https://zoom.us/my/ada', 'https://zoom.us/my/ada'],
    ['https://zoom.us/w/81234567890', 'https://zoom.us/w/81234567890'],
    ['http://127.0.0.1:4711/wc/81234567890/join', 'http://127.0.0.1:4711/wc/81234567890/join'],
  ])('for %s is %s', (link, address) => {
    expect(clientAddress(link)).toBe(address);
  });

  it.each([
    [
      'https://example.zoom.us/j/81234567890?pwd=abc&tk=def#success',
      'https://example.zoom.us/wc/81234567890/join?pwd=abc&tk=def',
    ],
    ['https://example.zoom.us/wc/81234567890/join', undefined],
    ['https://example.zoom.us/my/ada', undefined],
  ])('beside the launcher at %s is %s', (launcher, address) => {
    expect(clientBeside(launcher)).toBe(address);
  });
});

describe("the permission to record in Zoom's client", () => {
  it('has to be asked for until the client is known to offer no way to ask', () => {
    const permission = createPermissionWatch();
    expect(permission.recording).toBe('not_asked');
    permission.offers(false);
    expect(permission.recording).toBe('allowed');
    permission.offers(true);
    expect(permission.recording).toBe('not_asked');
  });

  it('is nobody’s to give where what the client offers has led nowhere', () => {
    const permission = createPermissionWatch();
    permission.leadsNowhere();
    permission.offers(true);
    expect(permission.recording).toBe('allowed');
  });

  it('is refused where the client says so all the same, and is found out anew after a waiting room', () => {
    const refused = createPermissionWatch();
    refused.leadsNowhere();
    refused.look(aClient(), ['Please ask the host to give you permission to record.']);
    expect(refused.recording).toBe('denied');
    const anew = createPermissionWatch();
    anew.leadsNowhere();
    anew.look(aClient('<div class="wr-content"></div>'), []);
    expect(anew.recording).toBe('not_asked');
  });

  it('is asked for, granted, taken back, and granted again', () => {
    const permission = createPermissionWatch();
    permission.asked();
    expect(permission.recording).toBe('requested');
    permission.look(aClient(), ['Ada', 'Request to record granted by host']);
    expect(permission.recording).toBe('allowed');
    permission.look(aClient(), []);
    permission.look(aClient(), ['Please ask the host to give you permission to record.']);
    expect(permission.recording).toBe('denied');
    permission.look(aClient(), ['Request to record granted by host']);
    expect(permission.recording).toBe('allowed');
  });

  it.each([
    '<div class="wr-content"><div class="wr-leave-btn"><button>Leave</button></div></div>',
    '<div class="meeting-on-hold"><div class="waiting-room-container"></div></div>',
  ])('is not believed any more when the bot was put back into the waiting room %s, and let in again', (drawn) => {
    const permission = createPermissionWatch();
    const waitingRoom = aClient(drawn);
    const granted = 'Request to record granted by host';
    permission.look(aClient(aBar('Leave')), [granted]);
    permission.look(waitingRoom, [granted]);
    permission.look(aClient(aBar('Leave')), []);
    expect(permission.recording).toBe('not_asked');
    permission.look(aClient(aBar('Leave')), [granted]);
    expect(permission.recording).toBe('allowed');
  });

  it('is kept on the way between rooms, and while the client connects again', () => {
    const permission = createPermissionWatch();
    permission.look(aClient(aBar('Leave')), ['Request to record granted by host']);
    permission.look(aClient(), ['Joining Room 1']);
    expect(permission.recording).toBe('allowed');
  });

  it('needs not to be asked for where the client records at once', () => {
    const permission = createPermissionWatch();
    permission.granted();
    expect(permission.recording).toBe('allowed');
  });

  it('is refused where the host denies all requests, which a bot learns as it is about to ask', () => {
    const all = 'Please ask the host to give you permission to record.';
    const permission = createPermissionWatch();
    permission.look(aClient(), [all]);
    expect(permission.recording).toBe('denied');
    permission.look(aClient(), []);
    permission.asked();
    permission.look(aClient(), [all]);
    expect(permission.recording).toBe('requested');
    const needless = createPermissionWatch();
    needless.offers(false);
    needless.look(aClient(), [all]);
    expect(needless.recording).toBe('allowed');
  });

  it('is refused once, though the client says so for seconds', () => {
    const permission = createPermissionWatch();
    permission.asked();
    permission.look(aClient(), ['Request to record denied by Host']);
    expect(permission.recording).toBe('denied');
    permission.asked();
    permission.look(aClient(), ['Request to record denied by Host']);
    expect(permission.recording).toBe('requested');
  });
});

describe("what lies over Zoom's client", () => {
  const tend = (where: 'inside' | 'outside', html: readonly string[], looks = 1, every_ms = 250) => {
    const page = aClient(...html);
    const pressed: string[] = [];
    for (const button of page.querySelectorAll('button, [role="button"]'))
      button.addEventListener('click', () =>
        pressed.push(button.getAttribute('aria-label') ?? button.textContent ?? ''),
      );
    let now_ms = 0;
    const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab() });
    for (let look = 0; look < looks; look += 1) {
      if (where === 'inside') tending.inside(page);
      else tending.outside(page);
      now_ms += every_ms;
    }
    return pressed;
  };

  it('is closed where it asks for nothing', () => {
    expect(tend('inside', [aDialog('This meeting is being recorded', '', 'Leave Meeting', 'Got it')])).toEqual([
      'Got it',
    ]);
  });

  it.each(['microphone and camera', 'audio or video', 'microphone', 'camera'])(
    'is passed where it asks for devices: without %s, by what is a button by its role',
    (devices) => {
      const way = `Continue without ${devices}`;
      const dialog = aDialog('Do you want people to hear you in the meeting?', `<span role="button">${way}</span>`);
      expect(tend('outside', [dialog])).toEqual([way]);
    },
  );

  it('is not a reason to accept terms, to sign in or to go to another room', () => {
    const asks = [
      aDialog('Terms', '', 'I Agree', 'Cancel'),
      '<button id="disclaimer_agree">I Agree</button>',
      aDialog('Sign in to join', '', 'Sign in', 'Close'),
      aDialog('Ada is inviting you to join', 'Press', 'Later', 'Join Breakout Room'),
    ];
    expect([...tend('outside', asks, 8), ...tend('inside', asks, 8)]).toEqual([]);
  });

  it('leaves a bot what it is in a webinar whose host would have it on the panel', () => {
    const title = 'The host would like to promote you to be a panelist';
    expect(tend('inside', [aDialog(title, '', 'Stay as Attendee', 'Join as Panelist')])).toEqual(['Stay as Attendee']);
  });

  it('is followed where a host asks the bot back from a breakout room', () => {
    const asked = aDialog('Ada is inviting you to return to main session.', '', 'Not Now', 'Join');
    expect(tend('inside', [asked.replace('zm-modal-legacy', 'zm-modal-return-to-main-session')])).toEqual(['Join']);
  });

  it('is refused rather than accepted where cookies are asked for', () => {
    const accept = '<button id="onetrust-accept-btn-handler">Accept</button>';
    expect(tend('outside', [accept, '<button id="onetrust-reject-all-handler">Reject</button>'])).toEqual(['Reject']);
    expect(tend('outside', [accept])).toEqual(['Accept']);
  });

  it('does not keep the lists of people and messages from being opened, one after the other and once in a while', () => {
    const bar = aBar('open the participants list pane,[3] particpants', 'open the chat panel', 'Leave');
    expect(tend('inside', [bar], 8)).toEqual([
      'open the participants list pane,[3] particpants',
      'open the chat panel',
    ]);
  });

  it('opens the chat once, where it is wanted to write in just as it is opened: what opens it closes it', () => {
    let pressed = 0;
    let now_ms = 0;
    const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab() });
    const page = aClient(aBar('open the chat pane'));
    page.querySelector('button')?.addEventListener('click', () => (pressed += 1));
    tending.inside(page);
    expect([tending.opensChat(page), pressed]).toEqual([false, 1]);
    now_ms += 2_000;
    expect([tending.opensChat(page), pressed]).toEqual([false, 2]);
    const field = '<div class="chat-rtf-box__editor-outer"><div contenteditable="true"></div></div>';
    expect(tending.opensChat(aClient(aBar('open the chat pane'), field))).toBe(true);
  });

  it('leaves a launcher that hides its link, or whose link is dead, after 15 s', () => {
    const launch = (html: string, beside?: string) => {
      const gone: [number, string][] = [];
      let now_ms = 0;
      const goTo = (address: string) => gone.push([now_ms, address]);
      const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab(goTo) });
      for (; now_ms < 25_000; now_ms += 250) tending.outside(aClient(html), beside);
      return gone;
    };
    const beside = 'https://example.zoom.us/wc/81234567890/join';
    expect(launch('<div role="button">Launch Meeting</div>', beside)).toEqual([[15_000, beside]]);
    expect(launch('<div role="button">Launch Meeting</div>')).toEqual([]);
    expect(launch('<a href="#">Join from your browser</a>')).toEqual([]);
    // Pressed five times, and dead.
    expect(launch('<a href="#">Join from your browser</a>', beside)).toEqual([[23_250, beside]]);
    expect(launch('<button>Join from browser</button>', beside)).toEqual([[23_250, beside]]);
  });

  it('goes on in the tab of the launcher where that would open the client in another one', () => {
    const press = (html: string, onClick: (open: typeof window.open) => void): [string[], string[]] => {
      const gone: string[] = [];
      const opened: string[] = [];
      const tab = aTab((address) => gone.push(address));
      tab.view.open = (address) => {
        opened.push(String(address));
        return null;
      };
      const tending = createTending({ now: () => 0, isVisible: () => true, tab });
      const page = aClient(html);
      page.addEventListener('click', ({ target }) => {
        const link = (target as HTMLElement).closest('a');
        if (link?.getAttribute('target') === '_blank') tab.view.open(link.href);
        else if (link?.getAttribute('href')) tab.goTo(link.getAttribute('href') ?? '');
        onClick(tab.view.open);
      });
      tending.outside(page);
      return [gone, opened];
    };
    const nothing = (): void => undefined;
    const client = 'https://zoom.us/wc/81234567890/join';
    expect(press(`<a href="${client}" target="_blank">Join from your browser</a>`, nothing)).toEqual([[client], []]);
    const button = '<div role="button">Join from browser</div>';
    expect(press(button, (open) => open('/wc/81234567890/join', '_blank'))).toEqual([[client], []]);
    // It is sent on from the empty page; the app opens by itself, or not, and what is closed for it is not this tab.
    const app = 'zoommtg://zoom.us/join?confno=81234567890';
    const answers: boolean[] = [];
    const has = (address: string) => press(button, (open) => answers.push(open(address) !== null));
    expect([has('about:blank'), has(''), has(app)]).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
    expect(answers).toEqual([true, true, false]);
  });

  it('does not keep sound away: it is asked for six times in the first minute, five seconds apart', () => {
    expect(tend('inside', [aBar('Join Audio')], 20, 2_500)).toHaveLength(6);
  });

  it('does not keep sound away: no oftener in a minute where the bar comes and goes that asks for it', () => {
    let asked = 0;
    let now_ms = 0;
    const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab() });
    for (let look = 0; look < 30; look += 1) {
      const page = aClient(aBar(...(look % 2 === 0 ? ['Join Audio'] : [])));
      for (const button of page.querySelectorAll('button, [role="button"]'))
        button.addEventListener('click', () => (asked += 1));
      tending.inside(page);
      now_ms += 2_500;
    }
    expect(asked).toBe(6);
  });

  it('does not keep sound away in any room: it is asked for as often in each', () => {
    let asked = 0;
    let now_ms = 0;
    const tending = createTending({ now: () => now_ms, isVisible: () => true, tab: aTab() });
    const look = (page: Document): void => {
      for (const button of page.querySelectorAll('button, [role="button"]'))
        button.addEventListener('click', () => (asked += 1));
      tending.inside(page);
      now_ms += 5_000;
    };
    for (let room = 0; room < 8; room += 1) for (const name of ['Join Audio', 'Mute']) look(aClient(aBar(name)));
    expect(asked).toBe(8);
  });

  it('is acknowledged where it says that the meeting is written down, and left where it says that it is over', () => {
    expect(tend('inside', [aDialog('', 'This meeting is being transcribed.', 'OK')])).toEqual(['OK']);
    expect(tend('inside', [aDialog('Meeting is end now', '', 'OK')])).toEqual([]);
  });

  it('is closed where it stays for as long as the bot has no camera and no microphone, and nothing else that passes by', () => {
    const toast = (
      text: string,
    ) => `<div class="notification-message-wrap"><div class="notification-message-wrap__layer">
      <div class="notification-message-wrap__txt-container"><span class="notification-message-wrap__txt">${text}</span></div>
      <i role="button" class="notification-message-wrap__close" aria-label="close"></i></div></div>`;
    const again = 'please check the device and connection and try again.';
    for (const text of [
      `Cannot detect your camera, ${again}`,
      `Cannot detect your microphone, ${again}`,
      'Please enable access to your <a>microphone</a> and <b>camera</b> for the best experience.',
      'Your microphone is not working. Please check your connection or use a different mic.',
    ])
      expect(tend('inside', [toast(text)], 8)).toEqual(['close']);
    expect(tend('inside', [toast('Request to record granted by host')], 8)).toEqual([]);
  });

  it('is acknowledged in a banner too, which would lie over the picture for the whole meeting', () => {
    const banner = (title: string) => `<div class="notification-message-wrap notification-consent-banner">
      <div class="top" id="zoom2modal"><div class="consent-banner" role="banner"><div class="disclaimer-content">
      <div class="disclaimer-content__title" role="alert">${title}</div>
      <div class="right-section-wrap"><button class="ok-button">OK</button></div></div></div></div></div>`;
    const recorded = "This meeting is being recorded. It's also being transcribed for AI Companion.";
    expect(tend('inside', [banner(recorded)])).toEqual(['OK']);
    expect(tend('inside', [banner('You agree to our rules')])).toEqual([]);
  });

  it('keeps neither sound away nor other dialogs from being closed, where it stays when it is closed', () => {
    const stuck = aDialog('This meeting is being recorded', '', 'Got it');
    const asked = aDialog('The host would like you to unmute', '', 'Unmute', 'Stay Muted');
    const pressed = tend('inside', [stuck, asked, aBar('Join Audio')], 20, 500);
    expect(new Set(pressed)).toEqual(new Set(['Got it', 'Stay Muted', 'Join Audio']));
  });

  it.each([
    ['The host would like you to unmute', 'Unmute', 'Stay Muted'],
    ['The host would like you to unmute', 'Join Audio', 'Later'],
    ['The host would like you to speak', 'Unmute', 'Stay Muted'],
    ['Meeting alert', 'Start My Video', 'Later'],
  ])('is answered no where a host asks for a voice or a picture, in any order: %s', (title, yes, no) => {
    const asked = aDialog(title, '', yes, no);
    const other = aDialog('This meeting is being recorded', '', 'Got it');
    expect(new Set(tend('inside', [asked, other], 4, 500))).toEqual(new Set([no, 'Got it']));
    expect(new Set(tend('inside', [other, asked], 4, 500))).toEqual(new Set([no, 'Got it']));
  });

  it('is closed where it can only be acknowledged, once it has been there for a minute', () => {
    const notice = aDialog('Notice', 'The account has a message for you', 'OK');
    expect(tend('inside', [notice], 60, 1_000)).toEqual([]);
    expect(tend('inside', [notice], 61, 1_000)).toEqual(['OK']);
    const crossed = notice.replace('<div class="zm-modal-body">', '<button aria-label="close"></button><div>');
    expect(tend('inside', [crossed], 61, 1_000)).toEqual(['OK']);
    // That a meeting of an account that does not pay ends soon.
    const soon = crossed.replaceAll('zm-modal', 'zm-modal2').replace('"close"', '"close modal"');
    expect(tend('inside', [soon], 61, 1_000)).toEqual(['OK']);
  });

  it('is not closed, however long it is there, where it asks for something or nobody is in the meeting yet', () => {
    const asks = [
      aDialog('Start the webinar?', '', 'OK', 'Cancel'),
      aDialog('Notice', 'By going on you agree to our rules', 'OK'),
    ];
    expect(tend('inside', asks, 200, 1_000)).toEqual([]);
    expect(tend('outside', [aDialog('Unable to join this meeting', '', 'OK')], 200, 1_000)).toEqual([]);
  });

  it('is acknowledged where it says what the client could not do', () => {
    expect(tend('inside', [aDialog('Unable to use computer audio', 'Try again.', 'OK')])).toEqual(['OK']);
    expect(tend('inside', [aDialog('Unable to send message', 'It is prohibited.', 'OK')])).toEqual(['OK']);
  });

  it.each([
    ['whether to send words that an account has rules against', 'Send message?', 'Send'],
    [
      'everybody which language they speak, once somebody has captions translated',
      'A participant has enabled translation. Set your speaking language for this meeting.',
      'Save',
    ],
  ])('is answered no where it asks %s', (_, title, yes) => {
    expect(tend('inside', [aDialog(title, '', yes, 'Cancel')])).toEqual(['Cancel']);
  });

  it('is acknowledged where it says that the meeting is archived, or its words used', () => {
    const texts = ['This meeting is being archived', 'AI Companion is using the conversation transcript.'];
    for (const text of texts) expect(tend('inside', [aDialog(text, 'It may be shared.', 'OK')])).toEqual(['OK']);
  });

  it.each([
    ['Leave Meeting', 'Got it'],
    ['Leave Webinar', 'Got it'],
    ['Leave Meeting', 'Agree'],
  ])('is not agreed to where the only other way is to leave, as with those of the AI Companion: %s, %s', (no, yes) => {
    const companion = (...buttons: readonly string[]) =>
      aDialog('Meeting questions is on', 'This meeting is being transcribed', ...buttons).replace(
        'zm-modal-legacy',
        'big-dialog',
      );
    expect(tend('inside', [companion(no, yes)], 200, 1_000)).toEqual([]);
    expect(tend('inside', [companion('Got it')])).toEqual(['Got it']);
  });

  it('is not agreed to where it is an account’s own, whatever its buttons say', () => {
    const own = aDialog('Privacy', 'Our rules', 'Leave Meeting', 'Got it').replace(
      'zm-modal-legacy',
      'commmon-disclaimer-dialog',
    );
    expect(tend('inside', [own])).toEqual([]);
  });
});
