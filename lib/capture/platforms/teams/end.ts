/** Reads the end of a conversation from the server's messages, as facts for the table of signs. Pure. */
import type { WireFact } from '../judging/facts.ts';
import { objectOf } from './socket.ts';

/** `sub_code` is absent where nothing special is said; whoever removed the bot is its sender. */
const endOf = (content: unknown): WireFact => {
  const whole = objectOf(content) ?? {};
  const body = objectOf(whole.conversationEnd) ?? whole;
  const sub_code = typeof body.subCode === 'number' ? body.subCode : undefined;
  const has_sender = ['sender', 'from', 'initiator'].some((name) => (body[name] ?? null) !== null);
  return { kind: 'teams.conversation_end', ...(sub_code !== undefined && { sub_code }), has_sender };
};

const mostHeld = 20;

/**
 * What the servers said of the end of the page's conversation. A page may be in one after the other: what is told of people
 * after an end is told of another conversation.
 */
export const createEnds = () => {
  let ends: readonly WireFact[] = [];
  return {
    ended(content: unknown): void {
      ends = [...ends, endOf(content)].slice(-mostHeld);
    },
    goesOn(): void {
      ends = [];
    },
    get facts(): readonly WireFact[] {
      return ends;
    },
  };
};
