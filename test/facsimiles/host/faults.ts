/** Faults on demand: what goes wrong, for which requests, and how often. */
import type { Answer, Asked } from './exchange.ts';

export type Fault =
  /** Goes out instead of the honest answer; the request has no effect. */
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** Goes out in place of the honest answer, which had its effect. */
  | { readonly kind: 'alter'; readonly alter: (honest: Answer, asked: Asked) => Answer }
  /** The connection is reset: before the request had its effect, after it, or half way through the answer's body. */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' | 'within' }
  /** Nothing goes out, or nothing after half the body, until then. */
  | { readonly kind: 'hold'; readonly what: 'answer' | 'rest'; readonly until: Promise<void> };

export const answering = (answer: Answer): Fault => ({ kind: 'answer', answer });

export const cut = (when: 'before' | 'after' | 'within'): Fault => ({ kind: 'cut', when });

/** A service that takes its time: until it is released. */
export const holding = (what: 'answer' | 'rest'): Fault & { readonly release: () => void } => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  return { kind: 'hold', what, until, release };
};

/** The honest answer, blown up with blanks, which JSON allows, to more than so many bytes. */
export const padded = (bytes: number): Fault => ({
  kind: 'alter',
  alter: (honest) => ({ ...honest, body: `${' '.repeat(bytes)}${honest.body}` }),
});

/** Half of the honest answer, well-formed as HTTP. */
export const truncated: Fault = {
  kind: 'alter',
  alter: (honest) => ({ ...honest, body: honest.body.slice(0, honest.body.length / 2) }),
};

/** What a proxy on the way answers. */
export const htmlPage = (status: number): Fault =>
  answering({ status, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Error</title>' });

export interface FaultPlan {
  readonly fault: Fault;
  /** Of the requests of this kind, else of all. */
  readonly kind?: string;
  readonly when?: (asked: Asked) => boolean;
  /** How many requests meet it: one where nothing is said. */
  readonly times?: number;
}

export interface Faults {
  plan(plan: FaultPlan): void;
  /** From now on nothing goes wrong. */
  clear(): void;
  /** How many planned faults were not met yet. */
  readonly waiting: number;
  /** The next fault for a request; it is used up by that. */
  take(kind: string, asked: Asked): Fault | undefined;
}

export const createFaults = (): Faults => {
  let plans: { readonly plan: FaultPlan; left: number }[] = [];
  return {
    plan: (plan) => {
      plans.push({ plan, left: plan.times ?? 1 });
    },
    clear: () => {
      plans = [];
    },
    get waiting() {
      return plans.reduce((sum, { left }) => sum + left, 0);
    },
    take: (kind, asked) => {
      const met = plans.find(({ plan }) => (plan.kind ?? kind) === kind && (plan.when?.(asked) ?? true));
      if (!met) return undefined;
      met.left -= 1;
      plans = plans.filter(({ left }) => left > 0);
      return met.plan.fault;
    },
  };
};
