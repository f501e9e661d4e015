import { describe, expect, it } from 'vitest';
import { normalText } from '../../../lib/capture/platforms/judging/normal-text.ts';
import { entriesOf } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { labels, notices, selectors } from '../../../lib/capture/platforms/zoom/selectors.ts';
import { newer } from '../../../lib/capture/platforms/zoom/signs/parts.ts';
import { signs as zoom } from '../../../lib/capture/platforms/zoom/signs.ts';
import { zoomPackage } from '../../lab/pages/zoom-package.ts';

const found = await zoomPackage();
const isNewer = ({ source }: { readonly source: string }): boolean => source === newer.source;
/** What stands around the client is not in the package, nor is what came after it. */
const entries = entriesOf(zoom).filter((entry) => entry.where !== 'shell' && !isNewer(entry));

/** What a sentence says between its gaps. */
const piecesOf = (say: string): string[] =>
  say.split('*').map((piece) =>
    normalText(piece)
      .replace(/[.!?:;]+$/, '')
      .trim(),
  );

/** The classes and ids of a selector; attributes hold words of other kinds. */
const namesOf = (selector: string): string[] =>
  [...selector.replaceAll(/\[[^\]]*\]/g, ' ').matchAll(/[#.]([\w-]+)/g)].map(([, name = '']) => name);

/** Of clients that are newer than the package, as 7.2.0, beside what it calls the same. */
const newerNames = ['participants-unified-list'];

/** What the client calls its dialogs, whatever the language: those that ask for English names must find them. */
const dialogsOf = (selector: string): string[] =>
  [...selector.matchAll(/\[role="dialog"\]\[aria-label="([^"]+)"\]/g)].map(([, name = '']) => name);

describe.skipIf(!found)("the words and structure of Zoom's table", () => {
  const { says = '', scripts = '' } = found ?? {};

  /** The fields of the form are named by what they are for. */
  const isMade = (name: string): boolean => scripts.includes(name.replace(/^(input-for-).*/, '$1${'));

  it('are those of the maker', () => {
    const unknown = entries.filter((sign) => {
      if (sign.class === 'T') return !piecesOf(sign.say).every((piece) => says.includes(piece));
      if (sign.class !== 'S') return false;
      const names = namesOf(sign.selector);
      const isNamed =
        names.every((name) => isMade(name) || newerNames.includes(name)) &&
        dialogsOf(sign.selector).every((name) => scripts.includes(`contentLabel:${JSON.stringify(name)}`));
      return !isNamed || !(sign.labels ?? []).every((label) => says.includes(normalText(label)));
    });
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });

  it('do not hold yet what a newer client was seen to say', () => {
    const said = entriesOf(zoom).flatMap((entry) => (isNewer(entry) && entry.class === 'T' ? entry.say : []));
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((say) => piecesOf(say).every((piece) => says.includes(piece)))).toEqual([]);
    expect(newerNames.filter(isMade)).toEqual([]);
  });

  it('are those that the adapter goes by, but for what stands around the client', () => {
    const { client: _, shell: __, ...ofClient } = selectors;
    const all = Object.values(ofClient).flatMap((part) =>
      (typeof part === 'string' ? [part] : Object.values(part)).flat(),
    );
    const unknown = all.filter((selector) => {
      const names = namesOf(selector);
      return names.length > 0 && !names.some(isMade);
    });
    const { launch: ___, terms: ____, ...inClient } = labels;
    const unsaid = [...Object.values(inClient), ...Object.values(notices)].filter(
      (words) => !words.some((say) => piecesOf(say).every((piece) => says.includes(piece))),
    );
    expect([unknown, unsaid]).toEqual([[], []]);
  });

  it('would not be found if they were made up', () => {
    expect([says.includes('the host has gone fishing'), scripts.includes('zm-fishing')]).toEqual([false, false]);
  });
});
