/** How the passcode of a link is given to Jitsi Meet by a page that is slow, is drawn anew, or is in its meeting meanwhile. */
import { afterEach, expect, it, vi } from 'vitest';
import { aDoor, dialog, form, link, lobby, lobbyDialog, meeting } from './a-door.ts';

afterEach(() => vi.unstubAllGlobals());

const withPasscode = `${link}?password=be%20kind`;
const ok = 'modal-dialog-ok-button';
const joinLobby = 'lobby.passwordJoinButton';

/** A meeting that asks for its passcode in a dialog, which goes when it is pressed. */
const aLockedDoor = () => {
  const door = aDoor(form);
  door.happens.pressed = (button) => {
    if (button === ok) door.draw('');
    else {
      door.is.asking = true;
      door.draw(dialog);
    }
  };
  return door;
};
const given = ({ presses }: ReturnType<typeof aDoor>, button = ok) => presses.filter((one) => one.button === button);

it('is given once, in the dialog that asks for it', async () => {
  const door = aLockedDoor();
  await door.join(withPasscode);
  expect(given(door)).toEqual([{ button: ok, held: ['be kind'] }]);
});

it('is given to a server that takes a quarter of a minute to ask for it', async () => {
  const door = aDoor(form);
  const asksAtLook = 300;
  door.happens.looked = (looks) => {
    if (looks !== asksAtLook) return;
    door.is.asking = true;
    door.draw(dialog);
  };
  door.happens.pressed = (button) => button === ok && door.draw('');
  await door.join(withPasscode);
  expect(given(door)).toEqual([{ button: ok, held: ['be kind'] }]);
});

it('is given also where its field is out of the page between two looks', async () => {
  const door = aLockedDoor();
  const mostTimes = 6;
  const gone = { isGone: false, times: 0 };
  door.happens.found = () => {
    if (!door.is.asking || gone.times === mostTimes) return;
    gone.times += 1;
    gone.isGone = true;
    door.draw('');
  };
  door.happens.looked = () => {
    if (gone.isGone) door.draw(dialog);
    gone.isGone = false;
  };
  await door.join(withPasscode);
  expect(given(door)).toEqual([{ button: ok, held: ['be kind'] }]);
});

it('is given again where the press was lost', async () => {
  const door = aLockedDoor();
  const { pressed } = door.happens;
  door.happens.pressed = (button, presses) => (button === ok && presses === 1 ? undefined : pressed?.(button, presses));
  await door.join(withPasscode);
  expect(given(door).map(({ held }) => held)).toEqual([['be kind'], ['be kind']]);
});

it('is not tried again where it is wrong: in a dialog that is another one, and in the lobby, which empties its field', async () => {
  const door = aLockedDoor();
  door.happens.pressed = () => {
    door.is.asking = true;
    door.draw(dialog);
  };
  await door.join(withPasscode);
  expect(given(door)).toHaveLength(1);

  const other = aDoor(form);
  other.happens.pressed = (button) => {
    if (button === joinLobby) Object.assign(other.document.querySelector('input') ?? {}, { value: '' });
    else other.draw(button === 'lobby.enterPasswordButton' ? lobbyDialog : lobby);
    other.is.answered = true;
  };
  await other.join(withPasscode);
  expect(given(other, joinLobby)).toEqual([{ button: joinLobby, held: ['be kind'] }]);
});

it('is given where it is asked for only after the press, and not again where it was given then', async () => {
  const door = aLockedDoor();
  const { pressed } = door.happens;
  door.happens.pressed = (button) => {
    door.is.answered = true;
    if (button === ok) pressed?.(button, 1);
  };
  await door.join(withPasscode);
  expect(given(door)).toEqual([]);
  door.is.asking = true;
  door.draw(dialog);
  await door.givePasscode(withPasscode);
  door.draw(dialog);
  await door.givePasscode(withPasscode);
  expect(given(door)).toEqual([{ button: ok, held: ['be kind'] }]);
});

it('is given in a lobby whose button for it comes a moment after the bot has knocked', async () => {
  const door = aDoor(form);
  const since = { looks: 0 };
  door.happens.looked = () => {
    since.looks += 1;
    if (since.looks === 10) door.draw(lobby);
  };
  door.happens.pressed = (button) => {
    door.is.answered = true;
    if (button === 'lobby.enterPasswordButton') door.draw(lobbyDialog);
    else if (button === joinLobby) door.is.in = true;
    else door.draw('<p>Asking to join meeting</p>');
  };
  await door.join(withPasscode);
  expect(given(door, joinLobby)).toEqual([{ button: joinLobby, held: ['be kind'] }]);
});

/** The bot is let in while the passcode is on its way. */
const letInMeanwhile = () => {
  const door = aLockedDoor();
  door.happens.typing = () => {
    door.is.in = true;
    door.draw(meeting);
  };
  return door;
};

it('is heard by nothing in a meeting into which the bot is let while it is typed', async () => {
  const door = letInMeanwhile();
  await door.join(withPasscode).catch(() => undefined);
  expect(door.keys).toEqual([]);
});

it('is no matter, and nothing is missing, where the bot is let in while it is typed', async () => {
  const door = letInMeanwhile();
  await door.join(withPasscode);
  expect(given(door)).toEqual([]);
});

it('is told as missing where the field takes nothing', async () => {
  const door = aLockedDoor();
  door.happens.typing = () => door.draw(dialog.replace('<input', '<input disabled'));
  await expect(door.join(withPasscode)).rejects.toThrow('what was typed into');
});
