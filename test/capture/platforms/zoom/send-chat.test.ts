import { afterEach, describe, expect, it } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { handleName, type Reader } from '../../../../lib/capture/platforms/zoom/handle.ts';
import { sendChat } from '../../../../lib/capture/platforms/zoom/send-chat.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

const key = Symbol.for(handleName);
afterEach(() => void Reflect.deleteProperty(globalThis, key));

const readerOf = (name: string): Reader => ({ name, place: 1, of: 1 });

/** A client in which there are these people, of whom some leave before they are written to, and to some nothing can be sent. */
const aClient = (names: readonly string[], { left = [] as string[], closed = [] as string[], isWhole = true } = {}) => {
  const written: string[] = [];
  let chosen = '';
  let listed = names;
  const handle = {
    listsEverybody: () => isWhole,
    opensChat: () => true,
    readers: () => (listed.length > 0 ? listed.map(readerOf) : 'not_there'),
    chooseReader({ name }: Reader) {
      listed = names.filter((one) => !left.includes(one));
      chosen = name;
      return listed.includes(name) && !closed.includes(name);
    },
    has: () => true,
    aboutToSay: () => written.length,
    send() {
      written.push(chosen);
      return 'pressed';
    },
    hasSaid: (_: string, times: number) => written.length >= times,
  };
  Reflect.set(globalThis, key, handle);
  const press = async (): Promise<void> => undefined;
  const keyboard = { down: press, up: press, press, sendCharacter: press };
  const isOfProgram = (given: readonly unknown[]): boolean => String(given[0]) in handle;
  const controls = someControls({
    frame: {
      page: () => ({ keyboard }),
      evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) =>
        isOfProgram(given) ? does(...given) : undefined,
    },
    until: async (element: string, does: (...given: unknown[]) => unknown, _: number, ...given: unknown[]) => {
      if (isOfProgram(given) && does(...given) !== true) throw new ElementMissingError('write into the chat', element);
    },
  });
  return { written, send: () => sendChat(controls, { to: 'everyone_but_host', text: 'A surprise' }) };
};

describe('what all but the host shall read', () => {
  it('is read by those who are there, also where one of them leaves meanwhile', async () => {
    const { send, written } = aClient(['Ada', 'Ben', 'Cem'], { left: ['Ben'] });
    await send();
    expect(written).toEqual(['Ada', 'Cem']);
  });

  it('has failed where somebody who is there did not get it, and the others have got it', async () => {
    const { send, written } = aClient(['Ada', 'Ben', 'Cem'], { closed: ['Ada'] });
    await expect(send()).rejects.toThrow("'Ada' among those who can be written to was not found in time");
    expect(written).toEqual(['Ben', 'Cem']);
  });

  it('has failed where only hosts are there', async () => {
    await expect(aClient([]).send()).rejects.toThrow('nobody but hosts could be written to in this meeting');
  });

  it('has failed where the client has not listed everybody, of whom those who are listed have got it', async () => {
    const { send, written } = aClient(['Ada', 'Ben'], { isWhole: false });
    await expect(send()).rejects.toThrow('the client did not list everybody in time');
    expect(written).toEqual(['Ada', 'Ben']);
  });

  it('has failed where nobody has got it', async () => {
    const { send } = aClient(['Ada'], { left: ['Ada'] });
    await expect(send()).rejects.toThrow("'Ada' among those who can be written to was not found in time");
  });
});
