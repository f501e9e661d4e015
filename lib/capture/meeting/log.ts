/** One line of the session's log: what happened, and what is needed to understand it. Never what was said or shown. */
export type SessionLog = (message: string, fields?: Readonly<Record<string, unknown>>) => void;
