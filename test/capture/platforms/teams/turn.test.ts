/** How a bot turns its devices on and off in a Teams meeting, where others may turn them too. */
import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { teams } from '../../../../lib/capture/platforms/teams/index.ts';

afterEach(() => vi.unstubAllGlobals());

const consent = { isGiven: false, used: () => undefined };

/** What the button of the microphone says in the end. `host`: what somebody else makes it say once it was looked at. */
const turned = async (says: string, on: boolean, host = says): Promise<string | null | undefined> => {
  const document = documentOf(`<button id="hangup-button"></button><button id="microphone-button">${says}</button>`);
  vi.stubGlobal('document', document);
  const button = document.querySelector<HTMLElement>('#microphone-button');
  const say = (text: string): void => void Object.assign(button ?? {}, { textContent: text });
  button?.addEventListener('click', () => say(button.textContent === 'Mute mic' ? 'Unmute mic' : 'Mute mic'));
  let looks = 0;
  const frame = {
    async evaluate(work: (...input: unknown[]) => unknown, ...input: unknown[]) {
      const answer = work(...input);
      looks += 1;
      if (looks === 1 && host !== says) say(host);
      return answer;
    },
    async waitForFunction(work: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) {
      if (!work(...input)) throw new TimeoutError('it did not appear');
    },
  };
  await teams.turn?.(new Controls(frame as unknown as Frame, 'turn the microphone'), 'microphone', on, consent);
  return button?.textContent;
};

it.each([
  ['Mute mic', false, 'Unmute mic'],
  ['Mute mic', true, 'Mute mic'],
  ['Unmute mic', true, 'Mute mic'],
  ['Unmute mic', false, 'Unmute mic'],
])(
  'a microphone whose button says "%s" is turned on or not (%s) by a press that is needed: "%s"',
  async (says, on, then) => {
    expect(await turned(says, on)).toBe(then);
  },
);

it('a microphone that a host mutes at the same moment is not unmuted by that', async () => {
  expect(await turned('Mute mic', false, 'Unmute mic')).toBe('Unmute mic');
});
