/** Ids that come out the same whenever the same thing is seen, so that a worker started again repeats nothing. */
import { createHash } from 'node:crypto';
import { newId } from '../../../domain/ids.ts';

/** The id of something seen in a meeting: of its bot, its moment and what else tells it apart. */
export const stableId = (
  kind: 'participant_event' | 'chat_message',
  bot_id: string,
  at_ms: number,
  ...parts: readonly string[]
): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([bot_id, at_ms, ...parts]))
    .digest();
  return newId(kind, new Date(at_ms), digest);
};
