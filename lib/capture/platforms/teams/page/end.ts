/** Reads the end of a conversation from the server's messages, as facts for the table of signs. Pure. */
import type { WireFact } from '../../judging/facts.ts';
import { type JsonObject, objectOf } from './socket.ts';

const hasSender = (told: JsonObject): boolean =>
  ['sender', 'from', 'initiator'].some((name) => (told[name] ?? null) !== null);

/** Codes are those of HTTP or SIP, or nought. */
const leastFailure = 400;

/** `sub_code` is absent where nothing special is said; whoever removed the bot is its sender, told there or in what ended the rest. */
const endOf = (content: unknown): WireFact => {
  const whole = objectOf(content) ?? {};
  const body = objectOf(whole.conversationEnd) ?? objectOf(whole.callEnd) ?? objectOf(whole.callRejection) ?? whole;
  const sub_code = typeof body.subCode === 'number' ? body.subCode : undefined;
  const has_failed = typeof body.code === 'number' && body.code >= leastFailure;
  const rest = [whole, body].map(({ callControllerTransactionEnd }) => objectOf(callControllerTransactionEnd) ?? {});
  const has_sender = [body, ...rest].some(hasSender);
  return {
    kind: 'teams.conversation_end',
    ...(sub_code !== undefined && { sub_code }),
    ...(has_failed && { has_failed }),
    has_sender,
  };
};

/** `call`: the end of the page's own part in it, told otherwise. */
export type Ended = 'conversation' | 'call';

interface End {
  readonly fact: WireFact;
  readonly of: Ended;
  readonly call: string | undefined;
  readonly at_ms: number;
}

const mostHeld = 20;
/** What is told of people in a call comes no later after its end. */
const comesLateMs = 10_000;

/**
 * What the servers said of the end of the page's conversation. A page may be in one after the other, by a call each: what is told
 * of people in another call than that which ended is told of another conversation. In the same one it only comes late, or what was
 * told was no end of it, such as a new role.
 */
export const createEnds = (now: () => number) => {
  let ends: readonly End[] = [];
  return {
    ended(content: unknown, call?: string, of: Ended = 'conversation'): void {
      ends = [...ends, { fact: endOf(content), of, call, at_ms: now() }].slice(-mostHeld);
    },
    /** `isShown`: the page shows a call that it is in. */
    goesOn(call?: string, isShown = false): void {
      const isLate = ({ at_ms }: End): boolean => !isShown || now() - at_ms < comesLateMs;
      ends = call === undefined ? [] : ends.filter((end) => end.call === call && isLate(end));
    },
    /** Of the page's part only where nothing is told of the conversation, which says more. */
    get facts(): readonly WireFact[] {
      const conversations = ends.filter(({ of }) => of === 'conversation');
      return (conversations.length > 0 ? conversations : ends).map(({ fact }) => fact);
    },
  };
};
