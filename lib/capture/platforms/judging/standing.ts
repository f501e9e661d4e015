/** What stood on a page before the bot asked to be let in, such as the name of the meeting: it is no answer, and no news. */
import { BoundedMap } from '../../../process/bounded.ts';
import { isEnd } from '../../meeting/final-phases.ts';
import type { PageFacts } from './facts.ts';
import { type Judgement, judge } from './judge.ts';
import { mostTexts } from './limits.ts';
import { normalText } from './normal-text.ts';
import type { History, SignTable } from './sign-table.ts';

/** Texts as they are compared. */
export type Before = Pick<ReadonlySet<string>, 'has'>;

export const beforeOf = (texts: readonly string[]): Before => new Set(texts.map(normalText));

export const createStanding = () => {
  const shown = new BoundedMap<string, string>(2 * mostTexts);
  return {
    note({ texts }: PageFacts): void {
      for (const { text } of texts) shown.set(normalText(text), text);
    },
    before: shown as Before,
    /** As the page showed them, the oldest first. */
    texts: (): readonly string[] => [...shown.values()],
    forget: () => shown.clear(),
  };
};

/** The page without what stood there before; the same where it says nothing of that. */
const newsOf = (facts: PageFacts, before: Before): PageFacts => {
  const texts = facts.texts.filter(({ text }) => !before.has(normalText(text)));
  return texts.length === facts.texts.length ? facts : { ...facts, texts };
};

/** An end, or a doubt which end it is, is judged by what was not there before the bot asked. */
export const judgeNews = (facts: PageFacts, history: History, table: SignTable, before: Before): Judgement => {
  const judgement = judge(facts, history, table);
  const mayBeOld = history.pressed_join && (isEnd(judgement.phase) || judgement.rivals.length > 0);
  return mayBeOld ? judge(newsOf(facts, before), history, table) : judgement;
};
