/** Messages that are worked on later, at least once each. */
export interface Message {
  readonly body: unknown;
  /** From 0 to 900, as `checkQueueDelay` has it. */
  readonly delay_seconds?: number;
  /** Who the message is for: many or slow messages of one group do not hold up those of others. */
  readonly group?: string;
}

export interface Queue {
  /** Resolves once every message is durable; any number of them. */
  send(messages: readonly Message[]): Promise<void>;
}
