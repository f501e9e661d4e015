/** What stood on a page before the bot asked to be let in, such as the name of the meeting: it is no answer, and no news. */
import { BoundedSet } from '../../../process/bounded.ts';
import type { PageFacts } from './facts.ts';
import { mostTexts } from './limits.ts';
import { normalText } from './normal-text.ts';

export const createStanding = () => {
  const before = new BoundedSet<string>(2 * mostTexts);
  return {
    note({ texts }: PageFacts): void {
      for (const { text } of texts) before.add(normalText(text));
    },
    /** The page without what stood there before; the same where it says nothing of that. */
    news(facts: PageFacts): PageFacts {
      const texts = facts.texts.filter(({ text }) => !before.has(normalText(text)));
      return texts.length === facts.texts.length ? facts : { ...facts, texts };
    },
    forget: () => before.clear(),
  };
};
