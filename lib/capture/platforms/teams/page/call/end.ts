/** Reads the end of a conversation from the server's messages, as facts for the table of signs. Pure. */
import type { WireFact } from '../../../judging/facts.ts';
import { type Fields, fieldsOf, objectOf } from '../../../page/told-json.ts';

const hasSender = (told: Fields): boolean =>
  ['sender', 'from', 'initiator'].some((name) => (told[name] ?? null) !== null);

/** Codes are those of HTTP or SIP, or nought. */
const leastFailure = 400;

/** What the end may be wrapped in, by what tells it. */
const wrappings = ['conversationEnd', 'callEnd', 'callRejection', 'sessionRejection'];

/** `sub_code` is absent where nothing special is said; whoever removed the bot is its sender, told there or in what ended the rest. */
const endOf = (content: unknown): WireFact => {
  const whole = fieldsOf(content);
  const body = wrappings.map((name) => objectOf(whole[name])).find((one) => one !== undefined) ?? whole;
  const sub_code = typeof body.subCode === 'number' ? body.subCode : undefined;
  const has_failed = typeof body.code === 'number' && body.code >= leastFailure;
  const rest = [whole, body].map(({ callControllerTransactionEnd }) => fieldsOf(callControllerTransactionEnd));
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
const mostCalls = 20;
/** What is told of people in a call comes no later after its end. */
const comesLateMs = 10_000;

/**
 * What the servers said of the end of the page's conversation. A page may be in one after the other, by a call each: what is told
 * of people in another call than that which ended is told of another conversation. In the same one it only comes late, or what was
 * told was no end of it, such as a new role. What ends later of a call from before that in which people were told last, as the form
 * has one of its own, is no end of that one.
 *
 * `isShown`: the page shows a call that it is in.
 */
export const createEnds = (now: () => number, isShown: () => boolean = () => false) => {
  let ends: readonly End[] = [];
  /** In the order in which anything was told of them. */
  let calls: readonly string[] = [];
  /** In which people were told last. */
  let last: string | undefined;

  const hears = (call: string | undefined): void => {
    if (call !== undefined && !calls.includes(call)) calls = [...calls, call].slice(-mostCalls);
  };
  const isOfBefore = ({ call }: End): boolean =>
    call !== undefined && last !== undefined && calls.includes(call) && calls.indexOf(call) < calls.indexOf(last);

  return {
    /** Something is told of a call. */
    hears,
    ended(content: unknown, call?: string, of: Ended = 'conversation'): void {
      hears(call);
      ends = [...ends, { fact: endOf(content), of, call, at_ms: now() }].slice(-mostHeld);
    },
    /** People are told of. */
    goesOn(call?: string): void {
      hears(call);
      last = call;
      const isLate = ({ at_ms }: End): boolean => !isShown() || now() - at_ms < comesLateMs;
      ends = call === undefined ? [] : ends.filter((end) => end.call === call && isLate(end));
    },
    /** Of the page's part only where nothing is told of the conversation, which says more. */
    get facts(): readonly WireFact[] {
      const own = ends.length > 0 && isShown() ? ends.filter((end) => !isOfBefore(end)) : ends;
      const conversations = own.filter(({ of }) => of === 'conversation');
      return (conversations.length > 0 ? conversations : own).map(({ fact }) => fact);
    },
  };
};
