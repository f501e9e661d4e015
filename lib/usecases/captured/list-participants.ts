import { isErased, isInMeeting } from '../../domain/bot/lifecycle.ts';
import type { Participant } from '../../domain/captured/captured.ts';
import { type Cursor, cutPage, type Page } from '../../domain/page.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { ParticipantRange, ParticipantRepository } from '../../storage/bots/participants.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';
import type { ListPorts } from '../list-page.ts';

export interface ListParticipantsPorts extends ListPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly participants: Pick<ParticipantRepository, 'look'>;
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
  const { participants, onUnreadable } = ports;
  const getBot = createGetBot(ports);

  const rangeOf = ({ from, page_size }: ListParticipantsInput): ParticipantRange => ({
    order: from?.direction === 'previous' ? 'descending' : 'ascending',
    limit: page_size + 1,
    ...(from && { after: from.position, ...(from.inclusive && { inclusive: true }) }),
  });

  return async (ref: BotRef, input: ListParticipantsInput): Promise<Page<Participant>> => {
    const [bot, found] = await Promise.all([getBot(ref), participants.look(ref, rangeOf(input), onUnreadable)]);
    if (isErased(bot.state)) return cutPage([], undefined, undefined);
    const isThere = isInMeeting(bot.state);
    const lookedAt = found.slice(0, input.page_size);
    const page = lookedAt.flatMap(({ position, value }) =>
      value ? [{ position, value: { ...value, is_present: value.is_present && isThere } }] : [],
    );
    return cutPage(page, found.length > lookedAt.length ? lookedAt.at(-1)?.position : undefined, input.from);
  };
};
