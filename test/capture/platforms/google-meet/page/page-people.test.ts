import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import {
  bearingOnPage,
  createHeardOnPage,
  peopleOnPage,
} from '../../../../../lib/capture/platforms/google-meet/page/page-people.ts';
import { device } from './meet-messages.ts';

const heardOnPage = (page: Document) => createHeardOnPage(page)();
const pageOf = (entry: string): Document =>
  new JSDOM(readFileSync(new URL(`../../../../corpus/google_meet/${entry}/frame-0.html`, import.meta.url))).window
    .document;

describe('the people on the page of a Google Meet', () => {
  it('are those of its tiles, each once, the bot among them', () => {
    const people = peopleOnPage(pageOf('m28-in-call-decoys')).map(({ id, name, isSelf }) => ({ id, name, isSelf }));
    expect(people).toEqual([
      { id: device(30), name: 'Ada', isSelf: false },
      { id: device(31), name: "You've been removed from the meeting", isSelf: false },
      { id: device(32), name: 'Ben', isSelf: false },
      { id: device(41), name: 'Minutes Bot', isSelf: true },
    ]);
  });

  it('are nobody where there are no tiles, and no phantoms', () => {
    expect(peopleOnPage(pageOf('m12-denied'))).toEqual([]);
    const phantom = '<div data-participant-id="visual_effects"><span class="notranslate">Backgrounds</span></div>';
    expect(peopleOnPage(new JSDOM(phantom).window.document)).toEqual([]);
  });

  it('are others than the bot also where everybody is marked by the word for oneself', () => {
    const page = pageOf('m28-every-tile-says-you');
    expect(peopleOnPage(page).map(({ name, isSelf }) => ({ name, isSelf }))).toEqual([
      { name: 'Keiko', isSelf: false },
      { name: 'Liam', isSelf: false },
      { name: 'Ada', isSelf: false },
      { name: 'Minutes Bot', isSelf: true },
    ]);
    page.querySelector('[data-audio-level]')?.setAttribute('data-audio-level', '2');
    expect([...heardOnPage(page)]).toEqual([device(30)]);
  });

  it('are nobody whom the page does not tell from the bot', () => {
    const tile = (id: number, name: string) =>
      `<div data-participant-id="${device(id)}"><div data-self-name="You"><span class="notranslate">${name}</span></div></div>`;
    const { document } = new JSDOM(`${tile(30, 'Ada')}${tile(41, 'Minutes Bot')}`).window;
    expect(peopleOnPage(document).filter(({ isSelf }) => !isSelf)).toEqual([]);
  });

  it('are others than the bot where its tile is marked by nothing but what changes its own picture', () => {
    const named = (id: number, name: string, more = '') =>
      `<div data-participant-id="${device(id)}">${more}<span class="notranslate">${name}</span></div>`;
    const effects = '<button aria-label="Backgrounds and effects"></button>';
    const html = `${named(30, 'Ada')}${named(41, 'Minutes Bot')}${named(41, 'Minutes Bot', effects)}`;
    expect(peopleOnPage(new JSDOM(html).window.document).map(({ name, isSelf }) => ({ name, isSelf }))).toEqual([
      { name: 'Ada', isSelf: false },
      { name: 'Minutes Bot', isSelf: true },
    ]);
  });

  const told = (html: string) =>
    peopleOnPage(new JSDOM(html).window.document).map(({ name, isSelf }) => ({ name, isSelf }));
  const tileOf = (id: number, name: string, more = '', media = id) =>
    `<div data-participant-id="${device(id)}" data-tile-media-id="${device(media)}">${more}<span class="notranslate">${name}</span></div>`;
  const reframe = '<button aria-label="Reframe"></button>';
  const ownName = '<div data-self-name="Minutes Bot"></div>';
  const [someone, theBot] = [
    { name: 'Ada', isSelf: false },
    { name: 'Minutes Bot', isSelf: true },
  ];

  it('are others than the bot where its tile is marked by nothing but what cuts out its own picture', () => {
    expect(told(`${tileOf(30, 'Ada')}${tileOf(41, 'Minutes Bot', reframe)}`)).toEqual([someone, theBot]);
    // Somebody may be called so.
    const called = `${tileOf(30, 'Ada', '<img aria-label="Reframe">')}${tileOf(41, 'Minutes Bot', ownName)}`;
    expect(told(called)).toEqual([someone, theBot]);
  });

  it.each([
    ['by the device of the bot', tileOf(41, 'Minutes Bot', '', 90)],
    ['by the device of the bot, and said beside its name', tileOf(41, 'Minutes Bot (You, presenting)', '', 90)],
    ['by one of its own', tileOf(90, 'Minutes Bot (You, presenting)')],
    ['by one of its own, and said below its name', tileOf(90, 'Minutes Bot', '<div>Your presentation</div>')],
  ])('are not the screen that the bot shares, which is shown %s', (_, screen) => {
    for (const mark of [reframe, ownName]) {
      const own = tileOf(41, 'Minutes Bot', mark);
      expect([told(`${screen}${own}`), told(`${own}${screen}`)]).toEqual([[theBot], [theBot]]);
      const page = new JSDOM(`${screen.replace('<span', '<i data-audio-level="2"></i><span')}${own}`).window.document;
      expect([...heardOnPage(page)]).toEqual([]);
    }
  });

  it('are those whose screens are called like that of the bot', () => {
    const screen = tileOf(30, 'Ada', '<div>Your presentation</div>');
    expect(told(`${screen}${tileOf(41, 'Minutes Bot', ownName)}`)).toEqual([someone, theBot]);
  });

  it('are not called after the icons of their tiles', () => {
    const icon = '<span aria-hidden="true"><i class="google-symbols notranslate">mic_off</i></span>';
    const bare = '<i class="google-symbols notranslate">keep</i>';
    const html = `<div data-participant-id="${device(30)}">${icon}${bare}<span class="notranslate">Ada</span></div>`;
    expect(peopleOnPage(new JSDOM(html).window.document).map(({ name }) => name)).toEqual(['Ada']);
  });

  it('bear the numbers of their streams, and the bot none', () => {
    const page = pageOf('m28-in-call-decoys');
    for (const [id, source] of [[device(32), '503'] as const, [device(41), '504'] as const]) {
      const media = page.createElement('div');
      media.dataset.ssrc = source;
      page.querySelector(`[data-participant-id="${id}"]`)?.append(media);
    }
    expect(['503', '504', '505', '"]'].map((source) => bearingOnPage(page, source))).toEqual([
      device(32),
      ...Array(3).fill(undefined),
    ]);
  });

  it('bear no number that several of them bear', () => {
    const tile = (id: number, source: string) =>
      `<div data-participant-id="${device(id)}"><span data-ssrc="${source}"></span></div>`;
    const page = new JSDOM(`${tile(30, '503')}${tile(30, '503')}${tile(31, '504')}${tile(32, '504')}`).window.document;
    expect([bearingOnPage(page, '503'), bearingOnPage(page, '504')]).toEqual([device(30), undefined]);
  });

  it('are heard where their tile itself says so', () => {
    const html = `<div data-participant-id="${device(30)}" data-audio-level="3"></div>`;
    expect([...heardOnPage(new JSDOM(html).window.document)]).toEqual([device(30)]);
  });

  it('are heard where their tiles say so', () => {
    const page = pageOf('m28-in-call-decoys');
    expect([...heardOnPage(page)]).toEqual([]);
    const levels = [...page.querySelectorAll('[data-audio-level]')];
    levels[2]?.setAttribute('data-audio-level', '3');
    expect([...heardOnPage(page)]).toEqual([device(32)]);
    levels[0]?.setAttribute('data-audio-level', '1');
    expect(heardOnPage(page).size).toBe(2);
  });

  /** As in captures of three people's, of June to August 2026. */
  const metered = (id: number, meter: string, own = '') =>
    tileOf(id, `P${id}`, `${own}<div class="DYfzY cYKTje ${meter}" jsname="QgSmzd"></div>`);
  const [silent, loud] = ['gjg47c', 'HX2H7'];
  /** Its own meter says nothing of speech. */
  const ofBot = metered(41, 'KUNJSe', ownName);

  it('are heard where the meters of their tiles say no more that they are silent', () => {
    const { document } = new JSDOM(`${metered(30, silent)}${metered(31, loud)}${ofBot}`).window;
    expect([...heardOnPage(document)]).toEqual([device(31)]);
  });

  it('are not heard where their meters are hidden, as they are while somebody is muted', () => {
    const { document } = new JSDOM(`${metered(30, silent)}${metered(31, loud)}${ofBot}`).window;
    const hidden = document.querySelector(`.${loud}`);
    if (hidden) hidden.checkVisibility = () => false;
    expect([...heardOnPage(document)]).toEqual([]);
  });

  it('are not heard where no meter ever said that somebody is silent: the word for it may be another by now', () => {
    const { document } = new JSDOM(`${metered(30, 'xQ2')}${metered(31, loud)}${ofBot}`).window;
    expect([...heardOnPage(document)]).toEqual([]);
  });

  it('are heard also alone with the bot, once they were silent', () => {
    const { document } = new JSDOM(`${metered(30, silent)}${ofBot}`).window;
    const heard = createHeardOnPage(document);
    expect([...heard()]).toEqual([]);
    document.querySelector(`.${silent}`)?.classList.replace(silent, loud);
    expect([...heard()]).toEqual([device(30)]);
  });
});
