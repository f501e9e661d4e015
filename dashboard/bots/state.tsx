import type { Bot } from '../../lib/client/generated.ts';
import { Dot } from '../look/dot.tsx';
import { stateOf } from './words.ts';

/** The state of a bot. */
export const State = ({ bot }: { readonly bot: Pick<Bot, 'state' | 'events'> }) => {
  const [word, tone] = stateOf(bot);
  return <Dot word={word} tone={tone} />;
};
