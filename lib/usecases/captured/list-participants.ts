import { isErased, isInMeeting } from '../../domain/bot/lifecycle.ts';
import type { Participant } from '../../domain/captured/captured.ts';
import { type Cursor, cutPage, type Page } from '../../domain/page.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { ParticipantRepository } from '../../storage/bots/participants.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';

export interface ListParticipantsPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly participants: Pick<ParticipantRepository, 'list' | 'get'>;
}

export interface ListParticipantsInput {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
}

/**
 * A page of those who are or were in the meeting, in the order in which they first came, each once. Nobody is present
 * any more once the bot itself has gone. Costs the same whatever has happened in the meeting.
 */
export const createListParticipants = (ports: ListParticipantsPorts) => {
  const { participants } = ports;
  const getBot = createGetBot(ports);

  const read = async (ref: BotRef, { from, page_size }: ListParticipantsInput) => {
    const order = from?.direction === 'previous' ? 'descending' : 'ascending';
    const beyond = await participants.list(ref, { order, limit: page_size + 1, ...(from && { after: from.position }) });
    const itself = from?.inclusive ? await participants.get(ref, from.position) : undefined;
    return itself ? [itself, ...beyond] : beyond;
  };

  return async (ref: BotRef, input: ListParticipantsInput): Promise<Page<Participant>> => {
    const [bot, found] = await Promise.all([getBot(ref), read(ref, input)]);
    if (isErased(bot.state)) return cutPage([], undefined, undefined);
    const isThere = isInMeeting(bot.state);
    const page = found
      .slice(0, input.page_size)
      .map(({ position, value }) => ({ position, value: { ...value, is_present: value.is_present && isThere } }));
    return cutPage(page, found.length > page.length ? page.at(-1)?.position : undefined, input.from);
  };
};
