import { describe, expect, it } from 'vitest';
import { createOffersWatch } from '../../../../../../lib/capture/platforms/zoom/page/client/offers.ts';
import { createPermissionWatch } from '../../../../../../lib/capture/platforms/zoom/page/client/permission.ts';
import { aBar, aClient } from '../client.ts';

/** A client whose menu draws its items so long after it was opened, in time of its own. */
const world = (
  items: readonly string[],
  firstDrawsAfter_ms = 100,
  itemOf = (item: string) => `<li role="menuitem">${item}</li>`,
) => {
  let drawsAfter_ms = firstDrawsAfter_ms;
  const root = aClient(aBar('Mute', 'More meeting control', 'Leave'));
  const permission = createPermissionWatch();
  let now_ms = 0;
  let opened_ms: number | undefined;
  let presses = 0;
  let isIn = true;
  let closes_ms = Number.POSITIVE_INFINITY;
  const menu = root.createElement('div');
  root.body.append(menu);
  const draw = (): void => {
    const isDrawn = opened_ms !== undefined && now_ms - opened_ms >= drawsAfter_ms;
    menu.innerHTML = isDrawn ? items.map(itemOf).join('') : '';
  };
  const more = root.querySelector('[aria-label^="More"]');
  const open = (isOpen: boolean): void => {
    opened_ms = isOpen ? now_ms : undefined;
    more?.setAttribute('aria-expanded', String(isOpen));
    draw();
  };
  more?.addEventListener('click', () => {
    presses += 1;
    open(opened_ms === undefined);
  });
  const watch = createOffersWatch({
    root: () => root,
    isInside: () => isIn,
    now: () => now_ms,
    pause: async (ms) => {
      now_ms += ms;
      draw();
      if (now_ms >= closes_ms) open(false);
    },
    tell: permission.offers,
  });
  return {
    root,
    watch,
    recording: () => permission.recording,
    isOpen: () => opened_ms !== undefined,
    presses: () => presses,
    putOut: () => {
      isIn = false;
    },
    pass: (ms: number) => {
      now_ms += ms;
    },
    closesAt: (at_ms: number) => {
      closes_ms = at_ms;
    },
    drawFaster: () => {
      drawsAfter_ms = 100;
    },
  };
};

describe("what Zoom's client offers of recording", () => {
  it('is looked for no further, and nothing is pressed, once the bot is put out meanwhile', async () => {
    const { watch, recording, presses, putOut } = world(['Captions'], 100);
    const looking = watch.look();
    putOut();
    await looking;
    expect([recording(), presses()]).toEqual(['not_asked', 1]);
  });

  it('is looked up once in its menu, which is closed again', async () => {
    const { watch, recording, isOpen, presses } = world(['Captions', 'Request to record']);
    expect(recording()).toBe('not_asked');
    await watch.look();
    await watch.look();
    expect([recording(), isOpen(), presses()]).toEqual(['not_asked', false, 2]);
  });

  it('is not looked up in a menu that has closed by itself by pressing once more, which would open it', async () => {
    const { watch, isOpen, presses, closesAt } = world(['Captions'], 100);
    closesAt(500);
    await watch.look();
    expect([isOpen(), presses()]).toEqual([false, 1]);
  });

  it('is looked up among the tiles of the client 7.2.0 too', async () => {
    const aTile = (item: string) => `<button class="more-button__item-box"><i></i><span>${item}</span></button>`;
    const without = world(['Show Captions', 'Settings'], 100, aTile);
    await without.watch.look();
    expect([without.recording(), without.isOpen(), without.presses()]).toEqual(['allowed', false, 2]);
    const offering = world(['Show Captions', 'Request to record'], 100, aTile);
    await offering.watch.look();
    expect([offering.recording(), offering.presses()]).toEqual(['not_asked', 2]);
  });

  it('is nothing where other items are drawn: then nobody is asked', async () => {
    const { watch, recording, isOpen } = world(['Captions']);
    await watch.look();
    expect([recording(), isOpen()]).toEqual(['allowed', false]);
  });

  it('is not known by what is drawn of another menu meanwhile, in which the bot chooses who reads what it writes', async () => {
    const reader = (item: string) => `<a role="menuitemradio" class="chat-receiver-list__menu-item">${item}</a>`;
    const { watch, recording } = world(['Everyone', 'Ada'], 100, reader);
    await watch.look();
    expect(recording()).toBe('not_asked');
  });

  it('is not known while the menu has drawn nothing: the bot has to ask, and looks again later', async () => {
    const { watch, recording, isOpen, presses, pass, drawFaster } = world(['Captions'], 5_000);
    await watch.look();
    expect([recording(), isOpen(), watch.isOpen]).toEqual(['not_asked', false, false]);
    await watch.look();
    expect(presses()).toBe(2);
    drawFaster();
    pass(5_000);
    await watch.look();
    expect([recording(), presses()]).toEqual(['allowed', 4]);
  });

  it('is not looked up while somebody else goes through the menu', async () => {
    const { watch, presses, pass } = world(['Captions']);
    watch.giveWay();
    await watch.look();
    expect(presses()).toBe(0);
    pass(5_000);
    await watch.look();
    expect(presses()).toBe(2);
  });

  it('is not known while the bar is out of the page, and nothing where a bar has no menu for ten seconds', async () => {
    const { root, watch, recording, pass } = world([]);
    const bar = root.querySelector('#foot-bar');
    const [, more] = bar?.querySelectorAll('button') ?? [];
    more?.remove();
    const buttons = [...(bar?.children ?? [])];
    bar?.replaceChildren();
    for (let seconds = 0; seconds < 20; seconds += 1) {
      await watch.look();
      pass(1_000);
    }
    expect(recording()).toBe('not_asked');
    bar?.append(...buttons);
    await watch.look();
    pass(9_000);
    await watch.look();
    expect(recording()).toBe('not_asked');
    pass(2_000);
    await watch.look();
    expect(recording()).toBe('allowed');
  });
});
