import type { Bot } from '../../lib/client/generated.ts';
import { stateOf } from './words.ts';

/** A bot's state: a dot for the eye, and the word. */
export const State = ({ bot }: { readonly bot: Bot }) => {
  const [word, tone] = stateOf(bot);
  return (
    <span className="state" data-tone={tone}>
      <i aria-hidden />
      {word}
    </span>
  );
};
