/** Promise 38 of platform-checks.md: nothing imitates a person; bots type and press as fast as programs do, and where they aim. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../lib/capture/', import.meta.url).pathname;
const sources = globSync(['platforms/**/*.ts', 'browser/**/*.ts', 'programs/page/**/*.ts', 'session/acting/**/*.ts'], {
  cwd: root,
});

/** Delays between keys and clicks, paths of the mouse, moves of one that there is not, chance, and what hides that a browser is run by a program. */
const imitating =
  /\bdelay:|new (?:Mouse|Pointer|Touch)Event\b|\bsteps:|Math\.random|getRandomValues|navigator\.webdriver|AutomationControlled|stealth/;

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

it('nothing that acts in a page imitates a person', () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(sources.filter((file) => imitating.test(withoutComments(readFileSync(root + file, 'utf8'))))).toEqual([]);
});
