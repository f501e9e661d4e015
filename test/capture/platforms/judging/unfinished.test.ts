/** How much is asked of a page before it is taken for one that is still on its way. */
import { describe, expect, it } from 'vitest';
import { documentOf, stillEyes } from '../../../../bin/judge/documents.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import { type Eyes, textWithoutIcons } from '../../../../lib/capture/platforms/judging/seek.ts';
import { progressOf } from '../../../../lib/capture/platforms/judging/unfinished.ts';
import { aTable } from './a-table.ts';

const countingEyes = () => {
  const asked: Element[] = [];
  const eyes: Eyes = {
    ...stillEyes,
    isSeen(element) {
      asked.push(element);
      return stillEyes.isSeen(element);
    },
  };
  return { asked, eyes };
};

const ended = (html: string): Document => documentOf(`<h1>Denied</h1>${html}`);
const hidden = '<a href="/" hidden>Go on</a>';
const way = '<button>Go on</button>';

describe('what is asked of a page before it is finished', () => {
  it('is no more than 300 of its links, however many are hidden', () => {
    const { asked, eyes } = countingEyes();
    expect(progressOf([ended(hidden.repeat(20_000))], eyes, () => true)).toBe('dead_end');
    expect(asked.length).toBeLessThanOrEqual(300);
  });

  it('is nothing once there are more videos than are looked at: one of them may be seen', () => {
    const { asked, eyes } = countingEyes();
    expect(progressOf([ended(`${'<video hidden></video>'.repeat(5_000)}${way}`)], eyes, () => true)).toBe('on_its_way');
    expect(asked.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['links', hidden.repeat(200)],
    ['videos', '<video hidden></video>'.repeat(200)],
  ])('ends with the time for a look, in the midst of %s, and it is on its way then', (_, html) => {
    const { asked, eyes } = countingEyes();
    const page = ended(`${html}<a href="/">Go on</a>`);
    expect(progressOf([page], eyes, () => asked.length < 10)).toBe('on_its_way');
    expect(asked).toHaveLength(10);
  });

  it('ends with the time for all of the look, which says that it lacked some', () => {
    const { asked, eyes } = countingEyes();
    const hasTime = (): boolean => !asked.some((element) => element.localName === 'video');
    const looked = collect([ended(`<video hidden></video>${way}`)], aTable, { eyes, hasTime });
    expect(looked).toMatchObject({ is_unfinished: true, lacked_time: true });
  });
});

describe('the bare text of an element', () => {
  it('is what it says without icons, remarks and what is in them', () => {
    const page = documentOf('<p>Ask <i aria-hidden="true">x<b>y</b></i><!-- no --><span>again</span></p>');
    expect(textWithoutIcons(page.body)).toBe('Ask again');
  });

  it('is had of its first 2,000 nodes, and no more', () => {
    const page = (count: number) => documentOf(`<i aria-hidden="true">x</i>${'<b></b>'.repeat(count)}Go on`).body;
    expect([textWithoutIcons(page(1_900)), textWithoutIcons(page(2_100))]).toEqual(['Go on', '']);
  });
});
