import type { HeldFor, Outcome } from '../protocol.ts';

export type Phase = 'pre_join' | 'waiting' | 'in_meeting' | HeldFor | Outcome;

/** Shows the part of the page that belongs to a phase, and tells screen readers by moving the focus to its heading. */
export const setPhase = (phase: Phase): void => {
  document.body.dataset.phase = phase;
  document.querySelector<HTMLElement>(`[data-phases~="${phase}"] h1[tabindex]`)?.focus({ preventScroll: true });
};
