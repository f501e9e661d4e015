import { describe, expect, it } from 'vitest';
import { normalText } from '../../../../lib/capture/platforms/judging/normal-text.ts';
import { zoomPackage } from '../../../lab/pages/zoom-package.ts';
import { names, words } from './words.ts';

const found = await zoomPackage();

describe.skipIf(!found)("the words of the facsimile of Zoom's web client", () => {
  const { says = '', scripts = '' } = found ?? {};

  it.each(Object.entries(words))('are the maker’s own: %s', (_, said) => {
    expect(says).toContain(normalText(said));
  });

  it.each(Object.entries(names))('and so are the names: %s', (_, name) => {
    expect(scripts).toContain(name);
  });
});
