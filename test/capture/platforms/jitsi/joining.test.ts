import { afterEach, expect, it, vi } from 'vitest';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import { aDoor, dialog, form, link, lobbyForm } from './a-door.ts';

const join = 'prejoin.joinMeeting';
const knock = 'lobby.knockButton';
const ok = 'modal-dialog-ok-button';

afterEach(() => vi.unstubAllGlobals());

it.each([link, 'https://jitsi.example.net/planning'])(
  'a press of "join" that a page misses is made again, where the link has led to %s',
  async (address) => {
    const door = aDoor(form, address);
    door.is.pastTheDoor = false;
    door.happens.pressed = (_, presses) => {
      door.is.pastTheDoor = presses === 2;
      door.is.answered = door.is.pastTheDoor;
    };
    await door.join();
    expect(door.pressed()).toEqual([join, join]);
  },
);

it('what is pressed is there, and not what the page had before it was drawn anew', async () => {
  const door = aDoor();
  door.is.pastTheDoor = false;
  door.happens.held = () => door.draw(form);
  door.happens.pressed = (button, presses) => {
    door.is.pastTheDoor = presses === 2 || button === knock;
    door.is.answered = button === knock;
    if (presses === 2) door.draw(lobbyForm);
    if (presses === 2) door.happens.held = () => door.draw(lobbyForm);
  };
  await door.join();
  expect(door.pressed()).toEqual([join, join, knock]);
});

it('a page that has taken the press is pressed no second time while it connects, and is given its passcode then', async () => {
  const door = aDoor();
  const answersAtLook = 500;
  door.happens.looked = (looks) => {
    if (looks !== answersAtLook) return;
    door.is.connecting = false;
    door.is.asking = true;
    door.draw(dialog);
  };
  door.happens.pressed = (button) => {
    door.is.connecting = button === join;
    if (button === ok) door.is.in = true;
  };
  await door.join(`${link}?password=be%20kind`);
  expect(door.presses).toEqual([
    { button: join, held: [''] },
    { button: ok, held: ['be kind'] },
  ]);
});

it('a page whose server does not answer is left to whoever looks on, after a quarter of a minute', async () => {
  const door = aDoor();
  door.happens.pressed = () => {
    door.is.connecting = true;
  };
  const begun_ms = Date.now();
  await door.join();
  // By the clock of the door, which only its looks turn.
  const waited_ms = Date.now() - begun_ms;
  expect(waited_ms).toBeLessThan(16_000);
  expect(door.pressed()).toEqual([join]);
});

it.each(['https://login.example.net/auth', 'https://meet.example.com/auth', 'https://meet.example.com:8443/planning'])(
  'a page that has gone to %s to have somebody sign in is pressed no more, nor is a passcode typed into it',
  async (address) => {
    const door = aDoor();
    door.is.pastTheDoor = false;
    door.happens.pressed = () => {
      door.goTo(address);
      Object.assign(door.is, { asking: true, hasStore: false });
      door.draw(`${form}${dialog}`);
    };
    await door.join(`${link}?password=be%20kind`);
    expect(door.pressed()).toEqual([join]);
    expect(door.document.querySelector<HTMLInputElement>('#required-password-input')?.value).toBe('');
  },
);

it('a page of the meeting’s own at another path is the meeting’s', async () => {
  const door = aDoor();
  door.is.pastTheDoor = false;
  door.happens.pressed = (_, presses) => {
    door.goTo('https://meet.example.com/Planning');
    door.is.pastTheDoor = presses === 2;
    door.is.answered = door.is.pastTheDoor;
  };
  await door.join();
  expect(door.pressed()).toEqual([join, join]);
});

it('a server leads no bot to where clouds keep credentials, and on among its own pages', async () => {
  expect(await jitsi.mayLead?.(link, 'http://169.254.170.2/v2/credentials', () => false)).toBe(false);
  expect(await jitsi.mayLead?.(link, 'https://meet.example.com/static/close.html', () => false)).toBe(true);
});
