/** Every document leads where it says: files are there, and so are the headings within them. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const documents = globSync('{*.md,{docs,examples,bench,test,lib}/**/*.md}', { cwd: root });
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
/** Without what is shown as code. */
const proseOf = (file: string): string =>
  textOf(file)
    .replace(/^(`{3,}).*?^\1`*$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ''));

/** The name by which a heading can be reached, as hosts of repositories make it. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
/** The second heading of a name gets a -1, the third a -2. */
const anchorsIn = (file: string): ReadonlySet<string> => {
  const seen = new Map<string, number>();
  const anchors = [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(anchors);
};

describe.each(documents)('%s', (file) => {
  it('leads nowhere that is not there', () => {
    const broken = [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(?:https?|mailto):/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path ? resolve(root, dirname(file), decodeURI(path)) : join(root, file);
        if (!existsSync(target)) return true;
        if (anchor === undefined) return false;
        return statSync(target).isDirectory() || !anchorsIn(relative(root, target)).has(anchor);
      });
    expect(broken).toEqual([]);
  });
});

it('the index of the documentation names every page', () => {
  const index = textOf('docs/README.md');
  const pages = globSync('docs/**/*.md', { cwd: root }).map((page) => relative('docs', page));
  expect(pages.filter((page) => page !== 'README.md' && !index.includes(`(${page}`))).toEqual([]);
});

it('what language models are told of is there', () => {
  const named = [...textOf('llms.txt').matchAll(/`((?:docs|examples)\/[\w./-]*|[A-Z]+\.md)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
