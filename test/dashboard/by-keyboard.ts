/** The dashboard, operated by the keyboard alone: what is to be pressed is reached by Tab, on or back, and shows that it is. */
import type { ElementHandle, Page } from 'puppeteer-core';
import { called, type Hand } from '../../lib/demo/by-mouse.ts';

/** More than there is to be reached on any page. */
const mostTabs = 300;
/** More than lie side by side anywhere. */
const mostBeside = 10;
/** Not by pictures: none are drawn of a page that another one covers. */
const again = { polling: 100 } as const;

/** Whether the focus is there, or further on, and whether somebody who looks sees that: by an outline, and in a field by what blinks there. */
const standOf = (element: ElementHandle<Element>) =>
  element.evaluate((one) => {
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    const isMarked = outlineStyle !== 'none' || boxShadow !== 'none' || one.matches('input, select, textarea');
    return {
      isThere: one.isConnected,
      isReached: one === document.activeElement,
      isSeen: one.matches(':focus-visible') && isMarked,
      isBehind:
        document.activeElement !== null &&
        (one.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    };
  });

/** @throws when something is not to be reached by Tab, or does not show that it is */
export const byKeyboard = (page: Page): Hand => {
  const { keyboard } = page;
  const found = async (selector: string): Promise<ElementHandle<Element>> => {
    const element = await page.waitForSelector(selector, { visible: true });
    if (!element) throw new Error(`there is no ${selector}`);
    // As somebody waits for what is not ready yet; and a dialog takes the focus once it has come, and lets it go when it goes.
    await page.waitForFunction(
      (one) => {
        const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
        const isAway = dialog && !dialog.contains(document.activeElement);
        return !isAway && !(one as HTMLButtonElement).disabled;
      },
      again,
      element,
    );
    return element;
  };
  const reach = async (what: string, find: () => Promise<ElementHandle<Element>>): Promise<ElementHandle<Element>> => {
    let element = await find();
    for (let times = 0; times < mostTabs; times += 1) {
      const { isThere, isReached, isSeen, isBehind } = await standOf(element);
      if (isReached && isSeen) return element;
      if (isReached) throw new Error(`${what} is reached, and does not show it`);
      // The page may have drawn it anew meanwhile.
      if (!isThere) element = await find();
      if (isBehind) await keyboard.down('Shift');
      await keyboard.press('Tab');
      if (isBehind) await keyboard.up('Shift');
    }
    throw new Error(`${mostTabs} times Tab do not lead to ${what}`);
  };
  const to = (selector: string) => reach(selector, () => found(selector));
  /** Of those that lie side by side with something, the one that is chosen: Tab leads to that one alone. */
  const chosenBeside = async (selector: string): Promise<ElementHandle<Element>> => {
    const one = await page.waitForSelector(selector);
    const chosen = await one?.evaluateHandle((one) =>
      one.closest('[role=tablist], [role=radiogroup]')?.querySelector('[aria-selected=true], :checked'),
    );
    const element = chosen?.asElement();
    if (!element) throw new Error(`nothing is chosen beside ${selector}`);
    return element as ElementHandle<Element>;
  };
  const enterAt = async (selector: string): Promise<void> => {
    const element = await to(selector);
    const isBox = await element.evaluate((one) => one.matches('input[type=checkbox]'));
    await keyboard.press(isBox ? 'Space' : 'Enter');
  };
  return {
    press: (name, within) => enterAt(called(name, 'button', within)),
    follow: (name, within) => enterAt(called(name, 'link', within)),
    pick: enterAt,
    async enter(label, text, within) {
      await to(called(label, 'textbox', within));
      await keyboard.down('Control');
      await keyboard.press('a');
      await keyboard.up('Control');
      await keyboard.type(text);
    },
    async turnTo(name, role) {
      const selector = called(name, role);
      await reach(selector, () => chosenBeside(selector));
      for (let times = 0; times < mostBeside; times += 1) {
        if (await page.$eval(selector, (one) => one === document.activeElement)) return;
        await keyboard.press('ArrowRight');
      }
      throw new Error(`${mostBeside} times → do not lead to ${selector}`);
    },
    async choose(label, value, within) {
      const selector = called(label, 'combobox', within);
      const list = await to(selector);
      const away = await list.evaluate((one, value) => {
        const { options, selectedIndex } = one as HTMLSelectElement;
        return [...options].findIndex((option) => option.value === value) - selectedIndex;
      }, value);
      for (let left = Math.abs(away); left > 0; left -= 1) {
        await to(selector);
        await keyboard.press(away > 0 ? 'ArrowDown' : 'ArrowUp');
      }
      // Some are chosen once the service has said so.
      await page.waitForFunction((one, value) => (one as HTMLSelectElement).value === value, again, list, value);
    },
  };
};
