/** What is decided about a bot at each look: for each phase, rules in the order in which they count. */
import type { MeetingPhase } from '../meeting/view.ts';
import type { Look } from './pace.ts';

/** A page may say something for a moment, on its way to something else: what is acted on at once was seen twice in a row. */
export const timesSeen = 2;
/** What shows as the time runs out is seen once more before nothing more is waited for. */
export const settlesWithinMs = 10_000;

/** Undefined: there is nothing to do but to look on. */
export type Rule<Situation, Step> = (situation: Situation) => Step | undefined;
export type Rules<Situation, Step> = Record<MeetingPhase, readonly Rule<Situation, Step>[]>;

/** The answer of the first rule of a phase that has one. */
export const firstStep = <Situation extends { readonly look: Look }, Step>(
  rules: Rules<Situation, Step>,
  situation: Situation,
): Step | undefined => {
  for (const rule of rules[situation.look.view.phase]) {
    const step = rule(situation);
    if (step) return step;
  }
  return undefined;
};
