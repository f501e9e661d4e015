import { expect, it } from 'vitest';
import { createUntold } from '../../../../../../lib/capture/platforms/zoom/page/people/untold.ts';
import { aBar, aClient } from '../client.ts';

const counts = (people: number): Document =>
  aClient(aBar().replace('</div>', `<span class="footer-button__number-counter"><span>${people}</span></span></div>`));
const withoutBar = aClient();

const [bot, ada, ben] = [{ is_self: true }, { is_self: false }, { is_self: false }];

it("are as many as Zoom's client counted last, while its bar is out of the page and its list cannot be opened", () => {
  const untold = createUntold();
  expect(untold.look(counts(3), [bot])).toBe(2);
  expect([untold.look(withoutBar, [bot]), untold.look(withoutBar, [bot])]).toEqual([2, 2]);
  expect(untold.look(counts(1), [bot])).toBe(0);
  expect(untold.look(withoutBar, [bot])).toBe(0);
});

it('are fewer once somebody is told of meanwhile, and no more when these leave', () => {
  const untold = createUntold();
  untold.look(counts(3), [bot, ada]);
  expect(untold.look(withoutBar, [bot, ada, ben])).toBe(0);
  expect(untold.look(withoutBar, [bot])).toBe(0);
  untold.look(counts(3), [bot, ada]);
  expect(untold.look(withoutBar, [bot])).toBe(1);
});

it('are nobody where a bar counts nobody, nor of a room that the bot has left', () => {
  const untold = createUntold();
  expect([untold.look(withoutBar, [bot]), untold.look(aClient(aBar()), [bot])]).toEqual([0, 0]);
  untold.look(counts(3), [bot]);
  expect(untold.look(aClient(aBar()), [bot])).toBe(0);
  untold.look(counts(3), [bot]);
  untold.forget();
  expect(untold.look(withoutBar, [bot])).toBe(0);
});
