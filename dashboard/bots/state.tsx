import type { Bot } from '../../lib/client/generated.ts';
import { stateOf } from './words.ts';

/** The state of a bot, or of an app session: a dot for the eye, and the word. */
export const State = ({ bot }: { readonly bot: Pick<Bot, 'state' | 'events'> }) => {
  const [word, tone] = stateOf(bot);
  return (
    <span className="state" data-tone={tone}>
      <i aria-hidden />
      {word}
    </span>
  );
};
