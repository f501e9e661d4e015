import type { BotState } from '../domain/bot/lifecycle.ts';

/** What the execution of a bot starts from, and carries along. Matches the state machine in `statemachines/`. */
export interface ExecutionInput {
  readonly project_id: string;
  readonly bot_id: string;
  /** The state to begin in, that of the event `arrival.sequence`. */
  readonly state: BotState;
  readonly arrival: { readonly sequence: number };
  /** How long before its `join_at` a scheduled bot is staged, where it is not the usual time. */
  readonly staging_lead_seconds?: number;
  /** Seconds that the bot may stay in each state. */
  readonly timeouts: Readonly<Partial<Record<BotState, number>>>;
}

/** The step that wakes a waiting execution. */
export interface Departure {
  /** `continued`: the life goes on in another execution, and this one ends. */
  readonly to: BotState | 'continued';
  readonly sequence: number;
  /** Whether this is where the state normally leads; other steps travel as named errors. */
  readonly expected: boolean;
}

/** Runs the life of each bot: one execution per bot, waiting on task tokens. */
export interface LifecycleExecution {
  /** Safe to call twice with one name. */
  start(name: string, input: ExecutionInput): Promise<void>;
  /** Safe to call twice: a spent token is not an error. */
  resume(token: string, departure: Departure): Promise<void>;
  /** Tells that the bot's capture is alive. A spent token is not an error. */
  heartbeat(token: string): Promise<void>;
  /** Ends an execution whose bot is gone. Safe when there is none. */
  stop(name: string): Promise<void>;
}
