import { expect, it } from 'vitest';
import { documentOf, stillEyes } from '../../../../bin/judge/documents.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { teams } from '../../../../lib/capture/platforms/teams/signs.ts';

const hasDraft = (written: string): boolean => {
  const page = documentOf(`<div data-tid="ckeditor" contenteditable="true">${written}</div>`);
  return collect([page], teams, { eyes: stillEyes }).shown.includes('T36.draft');
};

it('has an unsent message where somebody has written one, and none in a line that the editor keeps for it', () => {
  expect(['<p>Hello</p>', '<p><br></p><p>Hello</p>'].map(hasDraft)).toEqual([true, true]);
  expect(['', '<p></p>', '<p><br></p>', '<p><br data-cke-filler="true"></p>'].map(hasDraft)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('is not connecting while it shows people, whatever is left of the screen before', () => {
  const page = (html: string) => {
    const facts = collect([documentOf(html)], teams, { eyes: stillEyes });
    return judge(
      { ...facts, address: 'https://teams.microsoft.com/v2/', title: '', status: null, wire: [] },
      {},
      teams,
    );
  };
  const screen = '<div data-tid="calling-connecting-screen">Connecting</div>';
  expect(page(screen).row?.id).toBe('T37');
  expect(page(`${screen}<div data-stream-type="Video">Ada</div>`).row?.id).not.toBe('T37');
});
