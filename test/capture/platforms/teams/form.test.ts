import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { teams } from '../../../../lib/capture/platforms/teams/index.ts';
import { anEntry } from '../../../lab/pages/an-entry.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A form, and what is typed into it. */
const formOf = (html: string) => {
  const document = documentOf(html);
  vi.stubGlobal('document', document);
  for (const one of document.querySelectorAll('input, button')) one.checkVisibility = () => true;
  const evaluate = async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input);
  const frame = {
    evaluate,
    waitForSelector: async (selector: string) => {
      if (!document.querySelector(selector)) throw new TimeoutError('it did not appear');
      return { [Symbol.asyncDispose]: async () => undefined };
    },
    waitForFunction: async (work: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) => {
      if (!(await evaluate(work, ...input))) throw new TimeoutError('it did not appear');
    },
    page: () => ({
      keyboard: {
        type: async (text: string) => {
          for (const field of document.querySelectorAll<HTMLInputElement>('input[type="text"]')) field.value += text;
        },
      },
    }),
  };
  return { controls: new Controls(frame as unknown as Frame, 'fill in the form'), document };
};

const join = '<button data-tid="prejoin-join-button">Join now</button>';

it('types the name of a guest', async () => {
  const { controls, document } = formOf(`<input type="text" data-tid="prejoin-display-name-input">${join}`);
  await teams.prepare(controls, anEntry());
  expect(document.querySelector('input')?.value).toBe('Notes');
});

it('types no name where somebody is signed in, whose name it is, and mutes', async () => {
  const { controls, document } = formOf(`
    <button data-tid="account-selection-change-account-button" aria-label="Change to another account">Change</button>
    <input type="checkbox" role="switch" data-tid="toggle-mute" checked>${join}`);
  await teams.prepare(controls, anEntry());
  expect(document.querySelector('input')?.checked).toBe(false);
});

it('types the name of a guest also where the form is drawn anew, without its field, at one moment', async () => {
  const { controls, document } = formOf(`<input type="text" data-tid="prejoin-display-name-input">${join}`);
  const field = document.querySelector('input');
  let waits = 0;
  Object.assign(controls.frame, {
    async waitForSelector() {
      waits += 1;
      if (waits === 1) field?.remove();
      else document.body.append(field ?? '');
      return { [Symbol.asyncDispose]: async () => undefined };
    },
  });
  await teams.prepare(controls, anEntry());
  expect(field?.value).toBe('Notes');
});

it.each([
  ['a captcha', '<div role="dialog"><img data-tid="HIP-Captcha-Image"></div>'],
  ['the field of an account', '<div role="dialog">Enter your email or phone number<input type="email"></div>'],
])('has asked to be let in where %s comes over the form', async (_, dialog) => {
  const { controls } = formOf(`<input type="text" data-tid="prejoin-display-name-input">${join}${dialog}`);
  await teams.pressJoin(controls, anEntry());
});

it('has not asked where the form is as it was', async () => {
  const { controls } = formOf(`<input type="text" data-tid="prejoin-display-name-input">${join}`);
  await expect(teams.pressJoin(controls, anEntry())).rejects.toBeInstanceOf(ElementMissingError);
});

it('goes on without devices, whatever that is called', async () => {
  const pressed = async (button: string): Promise<boolean> => {
    const { controls, document } = formOf(`<div role="dialog">${button}</div>`);
    let isPressed = false;
    document.querySelector('button')?.addEventListener('click', () => {
      isPressed = true;
    });
    await teams.closeNotices?.(controls);
    return isPressed;
  };
  expect(await pressed('<button>Continue without audio or video</button>')).toBe(true);
  expect(await pressed('<button data-focus-target="gum-continue">Kontynuuj bez audio lub wideo</button>')).toBe(true);
  expect(await pressed('<button>Anuluj</button>')).toBe(false);
});
