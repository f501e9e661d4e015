/** What a service was asked, by kind. */
import type { Asked } from './exchange.ts';

export interface Logged {
  readonly kind: string;
  readonly asked: Asked;
  /** Undefined until it is answered, and where it never was. */
  status?: number;
}

export interface RequestLog {
  all(kind?: string): readonly Logged[];
  count(kind?: string): number;
  /** How many of each kind. */
  counts(): Record<string, number>;
  /** Starts again from nothing. */
  clear(): void;
  /** How many are being answered at this moment. */
  open(matches: (asked: Asked) => boolean): number;
  begin(kind: string, asked: Asked): Logged;
  end(logged: Logged): void;
}

export const createRequestLog = (): RequestLog => {
  let entries: Logged[] = [];
  const underWay = new Set<Logged>();
  const all = (kind?: string): Logged[] => entries.filter((entry) => kind === undefined || entry.kind === kind);
  return {
    all,
    count: (kind) => all(kind).length,
    counts: () =>
      Object.fromEntries(
        Object.entries(Object.groupBy(entries, ({ kind }) => kind)).map(([kind, of = []]) => [kind, of.length]),
      ),
    clear: () => {
      entries = [];
    },
    open: (matches) => [...underWay].filter(({ asked }) => matches(asked)).length,
    begin: (kind, asked) => {
      const entry: Logged = { kind, asked };
      entries.push(entry);
      underWay.add(entry);
      return entry;
    },
    end: (logged) => {
      underWay.delete(logged);
    },
  };
};
