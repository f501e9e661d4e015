import { expect, it } from 'vitest';
import { galene } from '../../../../lib/capture/platforms/galene/signs.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { aPage } from '../judging/a-table.ts';

it('a device that is not found is no page that is not', () => {
  const phaseOf = (text: string): string =>
    judge(aPage({ texts: [{ text, place: 'dialog' }] }), { pressed_join: true }, galene).phase;
  expect(phaseOf('Requested device not found')).toBe('unknown');
  expect(phaseOf('Page not found!')).toBe('not_found');
});
