/** What all parts of the adapter ask of the client's page. Pure: works on any DOM. */
import { normalText } from '../../../judging/normal-text.ts';

export const all = (root: ParentNode, selector: string): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

/** Whether a label is one of those that are looked for; `*` at an end of these stands for anything. */
export const isCalled = (label: string, wanted: readonly string[]): boolean => {
  const said = normalText(label);
  return wanted.some((one) => {
    const name = normalText(one.replaceAll('*', ''));
    if (one.startsWith('*')) return said.endsWith(name);
    return one.endsWith('*') ? said.startsWith(name) : said === name;
  });
};

/** Whether a button or an item is called so, by its label or by what stands on it. */
export const says = (element: Element, wanted: readonly string[]): boolean =>
  [element.getAttribute('aria-label'), element.textContent].some(
    (text) => text && isCalled(text.slice(0, 300), wanted),
  );

export const called = (root: ParentNode, selector: string, wanted: readonly string[]): HTMLElement | undefined =>
  all(root, selector).find((element) => says(element, wanted));

/** Whether a dialog is of a kind, by which something in it or around it is known. */
export const isOfKind = (dialog: Element, kind: string): boolean =>
  dialog.closest(kind) !== null || dialog.querySelector(kind) !== null;
