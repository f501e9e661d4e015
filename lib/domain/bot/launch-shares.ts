/**
 * Who is launched when a platform launches only so many capture tasks a second: bots that somebody waits for before bots that
 * were scheduled, and the bots of every project as soon as those of another one. Pure.
 */
import type { Bot } from './bot.ts';

/** `immediate`: somebody waits for the bot now. `scheduled`: it was told before when to join. */
export const urgencies = ['immediate', 'scheduled'] as const;
export type Urgency = (typeof urgencies)[number];

export const urgencyOf = ({ state }: Pick<Bot, 'state'>): Urgency => (state === 'staged' ? 'scheduled' : 'immediate');

/** What was launched within a second: how many bots of each urgency, and of how many projects they were. */
export interface Launches {
  readonly immediate: number;
  readonly immediate_projects: number;
  readonly scheduled: number;
  readonly scheduled_projects: number;
}

export const noLaunches: Launches = { immediate: 0, immediate_projects: 0, scheduled: 0, scheduled_projects: 0 };

export const projectsField = {
  immediate: 'immediate_projects',
  scheduled: 'scheduled_projects',
} as const satisfies Record<Urgency, keyof Launches>;

/** Scheduled bots never get less of the rate, whoever else there is, nor more, lest somebody come who is waited for. */
const scheduledShare = { least: 0.25, most: 0.75 };

/** So many bots a second that were scheduled can be counted on to be launched: their tasks are ordered no faster ahead of time. */
export const plannedPerSecond = (perSecond: number): number => perSecond * scheduledShare.most;

/** So much of the rate is kept, beyond the shares, for the first bot of each project: one that asks rarely finds the shares used up. */
const newcomersShare = 0.15;

/** What all bots of an urgency may have of a second, and what those of one project may. */
export interface Share {
  readonly all: number;
  /** The same for the first bot of its project in the second. */
  readonly all_and_newcomers: number;
  readonly of_project: number;
}

const atLeastOne = (share: number): number => Math.max(1, Math.floor(share));

const shareOf = (perSecond: number, share: number, projects: number): Share => {
  const all = atLeastOne(share);
  return {
    all,
    all_and_newcomers: all + atLeastOne(perSecond * newcomersShare),
    of_project: atLeastOne(all / Math.max(1, projects)),
  };
};

/**
 * The shares of a second, by what happened in the second before. What immediate bots took, scheduled ones do without, down to
 * their least; the bots of one urgency are divided evenly among the projects that asked.
 */
export const sharesOf = (perSecond: number, before: Launches): Readonly<Record<Urgency, Share>> => {
  const { least, most } = scheduledShare;
  const left = perSecond - before.immediate;
  const scheduled = Math.min(perSecond * most, Math.max(perSecond * least, left));
  const immediate = before.scheduled > 0 ? perSecond * (1 - least) : perSecond;
  return {
    immediate: shareOf(perSecond, immediate, before.immediate_projects),
    scheduled: shareOf(perSecond, scheduled, before.scheduled_projects),
  };
};
