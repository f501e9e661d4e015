/** How a bot comes by its name in forms of Jitsi Meet that are drawn late, or anew. */
import { afterEach, expect, it, vi } from 'vitest';
import { aDoor, form, link, lobbyForm } from './a-door.ts';

afterEach(() => vi.unstubAllGlobals());

const join = 'prejoin.joinMeeting';
const button = `<div role="button" data-testid="${join}">Join meeting</div>`;
const nameIn = ({ document }: ReturnType<typeof aDoor>): string | undefined => document.querySelector('input')?.value;

it('is typed into a field that comes a moment after its form', async () => {
  const door = aDoor(button);
  door.happens.looked = (looks) => looks === 20 && door.draw(form);
  await door.prepare('Notes');
  expect(nameIn(door)).toBe('Notes');
});

it('is not typed while its field is gone: the page takes keys for shortcuts then', async () => {
  const door = aDoor(form);
  let found = 0;
  door.happens.found = () => {
    found += 1;
    if (found === 3) door.draw(button);
  };
  door.happens.looked = () => door.draw(form);
  await door.prepare('Notes');
  expect([door.keys, nameIn(door)]).toEqual([[], 'Notes']);
});

it('is waited for no field where a token says it, or where none comes', async () => {
  const looks = async (meeting_url: string): Promise<number> => {
    const door = aDoor(button);
    const told = { looks: 0 };
    door.happens.looked = (looks) => {
      told.looks = looks;
    };
    await door.prepare('Notes', meeting_url);
    return told.looks;
  };
  expect(await looks(`${link}?jwt=abc.def.ghi`)).toBe(0);
  expect(await looks(link)).toBeGreaterThan(0);
  const nameless = Buffer.from(JSON.stringify({ context: {} })).toString('base64url');
  expect(await looks(`${link}?jwt=abc.${nameless}.ghi`)).toBeGreaterThan(0);
});

it('is typed again, before each press, into a form that was drawn anew and has lost it', async () => {
  const door = aDoor(form);
  await door.prepare('Notes');
  door.draw(form);
  door.is.pastTheDoor = false;
  door.happens.pressed = (_, presses) => {
    door.is.pastTheDoor = presses === 2;
    door.is.answered = door.is.pastTheDoor;
    if (!door.is.answered) door.draw(form);
  };
  await door.join();
  expect(door.presses).toEqual([
    { button: join, held: ['Notes'] },
    { button: join, held: ['Notes'] },
  ]);
});

it('stays what it is where the page has filled it in', async () => {
  const door = aDoor(form);
  await door.prepare('Notes');
  door.draw(form.replace('<input', '<input value="Notes of Ada"'));
  door.happens.pressed = () => {
    door.is.answered = true;
  };
  await door.join();
  expect(door.presses).toEqual([{ button: join, held: ['Notes of Ada'] }]);
});

it('is typed into the form of a lobby before the bot knocks, also where the one before it is gone', async () => {
  const door = aDoor(form);
  await door.prepare('Notes');
  door.draw(button);
  door.happens.pressed = (pressed) => {
    if (pressed === join) door.draw(lobbyForm);
    else door.is.answered = true;
  };
  await door.join();
  expect(door.presses.at(-1)).toEqual({ button: 'lobby.knockButton', held: ['Notes'] });
});

it('is typed again into the form of a lobby that was drawn anew before the bot knocks', async () => {
  const door = aDoor(lobbyForm);
  await door.prepare('Notes');
  door.draw(lobbyForm);
  door.happens.pressed = () => {
    door.is.answered = true;
  };
  await door.join();
  expect(door.presses).toEqual([{ button: 'lobby.knockButton', held: ['Notes'] }]);
});
