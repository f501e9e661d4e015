/** Constants of a module that are numbers are spelt one way: in camelCase, with their unit last where they have one, as `pauseMs`. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url).pathname;
const numeric = /^(?:export )?const (\w+_\w+|[A-Z]\w*)(?:: \w+)? = [\d_.e*/+() -]+;$/gm;
/** Handed on as the field of that name, as in `{ lingers_ms }`. */
const isField = (text: string, name: string): boolean => new RegExp(`[{](?:[^{}()]*,)?\\s*${name}\\s*[,}]`).test(text);

const otherwiseSpelt = (text: string): string[] =>
  [...text.matchAll(numeric)].flatMap(([, name = '']) => (isField(text, name) ? [] : [name]));

describe('a constant that is a number', () => {
  it.each([
    ['const pause_ms = 2 * 1_000;\n', ['pause_ms']],
    ['export const mostPatience_s: number = 20;\n', ['mostPatience_s']],
    ['const most_tries = 5;\n', ['most_tries']],
    ['const MOST_TRIES = 5;\n', ['MOST_TRIES']],
    ['const TRIES = 5;\n', ['TRIES']],
    ['const launches_per_second = 20;\n', ['launches_per_second']],
    ['const pauseMs = 2_000;\n', []],
    ['const lingers_ms = 12_000;\nhold({ hasLobby, lingers_ms });\n', []],
    ['const sample_rate = 8_000;\nopen({ url: at.url, sample_rate, pcm });\n', []],
    ['const start_ms = Date.parse(day);\n', []],
  ])('is found where it is spelt another way: %j', (text, found) => {
    expect(otherwiseSpelt(text)).toEqual(found);
  });

  it('is spelt in camelCase with its unit', () => {
    const files = ['bench', 'bin', 'dashboard', 'lambdas', 'lib', 'test'].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(
      files.flatMap((file) => otherwiseSpelt(readFileSync(root + file, 'utf8')).map((name) => `${file}: ${name}`)),
    ).toEqual([]);
  });
});
