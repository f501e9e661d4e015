/** Messages that are worked on later, at least once each. */
export interface Message {
  readonly body: unknown;
  /** From 0 to 900, as `checkQueueDelay` has it. */
  readonly delay_seconds?: number;
  /** Who the message is for: many or slow messages of one group do not hold up those of others. */
  readonly group?: string;
}

/** After how many seconds a message is due again of which nobody has said that it is done: whoever took it has ended by then. */
export const againAfter = (longest_work_seconds: number): number => longest_work_seconds + 60;

export interface Queue {
  /** Resolves once every message is durable; any number of them. */
  send(messages: readonly Message[]): Promise<void>;
}
