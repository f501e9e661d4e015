/**
 * A page without a browser that begins empty, and is given one thing after the other: what a selector finds, or what a page's
 * program is asked for. Presses do nothing; what is typed stands in every field.
 */
import { type Frame, TimeoutError } from 'puppeteer-core';
import { documentOf } from '../../../bin/judge/documents.ts';
import { evaluateHandle } from './handles.ts';

/** The first of its alternatives, without what it must not be. */
const plain = (selector: string): string =>
  selector
    .replaceAll(/:not\([^)]*\)/g, '')
    .replaceAll(/:is\(([^,()]*)[^()]*\)/g, '$1')
    .split(',')[0]
    ?.trim() ?? '';

/** Everything in it is to be seen. */
const seen = {
  checkVisibility: () => true,
  getBoundingClientRect(this: Element) {
    // Nothing lies over what is looked at.
    Object.assign(this.ownerDocument, { elementFromPoint: () => this });
    return { left: 0, top: 0, width: 100, height: 40 };
  },
  scrollIntoView: () => undefined,
};

/** An element that a part of a selector without blanks finds. */
const elementOf = (document: Document, part: string, tag: string): Element => {
  const element = document.createElement(/^[a-z]+/i.exec(part)?.[0] ?? tag);
  for (const [, name = '', value = ''] of part.matchAll(/\[([\w-]+)(?:[*^~|$]?="([^"]*)")?[^\]]*\]/g))
    element.setAttribute(name, value);
  const names = part.replaceAll(/\[[^\]]*\]/g, '');
  for (const [, name = ''] of names.matchAll(/#([\w-]+)/g)) element.id = name;
  for (const [, name = ''] of names.matchAll(/\.([\w-]+)/g)) element.classList.add(name);
  return Object.assign(element, seen);
};

export const aGrowingPage = () => {
  const document = documentOf('<html><body></body></html>');
  Object.assign(document, { elementFromPoint: () => null });
  const given = new Set<string>();
  const isThere = (element: string): boolean => /[#.[]/.test(element) && document.querySelector(element) !== null;
  const run = async (asked: unknown, ...input: unknown[]): Promise<unknown> =>
    typeof asked === 'function' ? asked(...input) : new Function(`return ${asked}`)();
  const handleOf = (element: Element | null) =>
    element && {
      click: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
      evaluate: (see: (element: Element, ...input: unknown[]) => unknown, ...input: unknown[]) =>
        run(see, element, ...input),
    };
  const inVain = (): never => {
    throw new TimeoutError('waited in vain');
  };
  const keyboard = {
    ...{ press: async () => undefined, down: async () => undefined, up: async () => undefined },
    async type(text: string) {
      for (const field of document.querySelectorAll('input')) field.value = text;
    },
    async sendCharacter() {},
  };
  const pageOfFrame = {
    keyboard,
    mouse: { move: async () => undefined, click: async () => undefined },
    url: () => 'https://example.com/room',
  };
  const frame = {
    goto: async () => inVain(),
    $: async (selector: string) => handleOf(document.querySelector(selector)),
    $$: async (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        ...handleOf(element),
        ...{ contentFrame: async () => null, dispose: async () => undefined },
      })),
    $$eval: async (selector: string, see: (found: readonly Element[]) => unknown) =>
      see([...document.querySelectorAll(selector)]),
    frameElement: async () => null,
    waitForSelector: async (selector: string) => handleOf(document.querySelector(selector)) ?? inVain(),
    waitForFunction: async (condition: unknown, _: unknown, ...input: unknown[]) =>
      (await run(condition, ...input)) ? true : inVain(),
    ...{ evaluate: run, evaluateHandle },
    ...{ url: () => 'https://example.com/room', page: () => pageOfFrame },
  } as unknown as Frame;
  return {
    document,
    frame,
    /** What is called so by a selector. */
    isThere,
    /** Whether it was given what is called so. */
    has: (element: string): boolean => given.has(element),
    give(element: string): void {
      given.add(element);
      const label = element.split(': ').at(-1)?.split(' / ')[0] ?? '';
      if (/^[A-Z][\w ]+$/.test(label)) {
        const button = Object.assign(document.createElement('button'), seen);
        button.setAttribute('aria-label', label);
        document.body.append(button);
      }
      if (!/[#.[]/.test(element)) return;
      let parent: Element = document.body;
      const parts = plain(element).split(/\s+(?![^[]*\])/);
      for (const [at, part] of parts.entries()) {
        const child = elementOf(document, part, at === parts.length - 1 ? 'input' : 'div');
        parent.append(child);
        parent = child;
      }
    },
  };
};
