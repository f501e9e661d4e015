/** Takes leave of a client: everything of a project is deleted. */
import type { Bot } from '../../domain/bot/bot.ts';
import { type CaptureTask, isSilent } from '../../domain/bot/capture-task.ts';
import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { NotFoundError, StaleError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import { appSessionsOf, rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { ListedBots } from '../../storage/bots/bot-lists.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { ErasureRepository } from '../../storage/bots/erasures.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import type { ConfMeetingRepository } from '../../storage/connections/conf-meetings.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import { type BotRef, type CalendarRef, type ConnectionRef, refOf } from '../../storage/keys.ts';
import type { PersonRepository } from '../../storage/people.ts';
import type { ProjectRemains } from '../../storage/project-remains.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import type { OpenInvitations, OpenSessions } from '../../storage/sessions.ts';
import { createDeleteBotData } from '../bots/delete-bot-data.ts';
import { createEachBot } from '../bots/each-bot.ts';
import { createReportTrigger } from '../worker/report-trigger.ts';
import { createGetProject } from './get-project.ts';

export interface DeleteProjectPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly remains: ProjectRemains;
  readonly people: Pick<PersonRepository, 'list' | 'remove'>;
  readonly sessions: Pick<OpenSessions, 'end'>;
  readonly invitations: Pick<OpenInvitations, 'end'>;
  readonly bots: ListedBots;
  readonly captureTasks: Pick<CaptureTaskRepository, 'get'>;
  readonly erasures: Pick<ErasureRepository, 'add' | 'noteOf'>;
  readonly calendars: Pick<CalendarRepository, 'ids'>;
  readonly deleteCalendar: (ref: CalendarRef) => Promise<void>;
  readonly cleanUpCalendar: (ref: CalendarRef) => Promise<void>;
  /** How many platforms of deleted calendars are still to be told, by the project's secrets. */
  readonly countFarewells: (projectId: string) => Promise<number>;
  readonly connections: Pick<ConnectionRepository, 'ids'>;
  readonly deleteConnection: (ref: ConnectionRef) => Promise<void>;
  readonly meetings: Pick<ConfMeetingRepository, 'forgetAll'>;
  readonly apps: Pick<OAuthAppRepository, 'list' | 'remove'>;
  readonly clock: Clock;
  readonly pause: Pause;
  /** Told of each bot whose record cannot be read: it stays, and the project with it. */
  readonly onUnreadable: (error: unknown, ref: BotRef) => void;
}

/** What is still there when there was no more time to wait: it goes when this is done again. */
export interface ProjectLeft {
  readonly bots: number;
  readonly farewells: number;
}

/** Told what is left after each look, but for the last. */
export type OnLook = (left: ProjectLeft) => void;

const botsAtOnce = 20;
const lookEveryMs = 2_000;
const patienceMs = 120_000;
/** A request that was let in just before the project was closed may make something for so long: none is answered later. */
const mostUnderWayMs = 30_000;

const isOver = (task: CaptureTask | undefined, now: Date): boolean =>
  task === undefined || task.stopped_at !== undefined || isSilent(task, now);

/**
 * Deletes a project. Nobody comes in from the first moment on, and only bots' own webhooks still tell, how these bots end. Bots that
 * are to come do not; the others are ended, and their data deleted as by `delete_data`; their records go once the service has removed
 * all that they brought home and their workers have ended, which is waited for, and so is what was being made at that first moment.
 * The record of the project goes last, so that this may be broken off and done again at any time. Answers undefined when it is gone,
 * or what is still there.
 * @throws NotFoundError when there is no such project
 */
export const createDeleteProject = (ports: DeleteProjectPorts) => {
  const { remains, bots, captureTasks, erasures, clock, pause } = ports;
  const getProject = createGetProject(ports);
  const report = createReportTrigger(ports);
  const deleteData = createDeleteBotData(ports);
  let unreadable = 0;
  /** What cleans up after calendars and connections that are gone, which nobody finds any more. */
  let cleanUps: (() => Promise<void>)[] = [];
  const botsIn = createEachBot({
    bots,
    onUnreadable(error, ref) {
      unreadable += 1;
      ports.onUnreadable(error, ref);
    },
  });

  /** Nobody makes anything new. */
  const close = async (id: string): Promise<void> => {
    await remains.close(id);
    for (const { email } of await ports.people.list(id)) await ports.people.remove(id, email);
    await ports.sessions.end(id, () => true);
    await ports.invitations.end(id, () => true);
  };

  const endCalendars = async (project_id: string): Promise<void> => {
    for (const calendar_id of await ports.calendars.ids(project_id, {})) {
      const ref = { project_id, calendar_id };
      await ignoring(NotFoundError, ports.deleteCalendar(ref));
      await ports.cleanUpCalendar(ref);
      cleanUps.push(() => ports.cleanUpCalendar(ref));
    }
  };

  const endConnections = async (project_id: string): Promise<void> => {
    for (const connection_id of await ports.connections.ids(project_id, {}, {})) {
      const ref = { project_id, connection_id };
      cleanUps.push(() => remains.ofConnection(ref));
      // First, as nobody finds what is beside a connection that is gone; all of it once more below.
      await remains.toldOfConnection(ref);
      await ignoring(NotFoundError, ports.deleteConnection(ref));
      await ports.meetings.forgetAll(ref);
      await remains.ofConnection(ref);
    }
  };

  /** An attempt of a webhook that was under way keeps what came of it, also where what it tells of is gone by then. */
  const removeLateTold = async (): Promise<void> => {
    for (const cleanUp of cleanUps) await cleanUp();
  };

  /** Takes the next steps with a bot. Answers whether it is gone. */
  const endBot = async (bot: Bot): Promise<boolean> => {
    const ref = refOf(bot);
    if (bot.state !== 'scheduled' && !isErased(bot.state)) {
      if (!isFinal(bot.state)) await report(ref, 'failed', 'internal_error');
      await deleteData(ref);
      // Noted here, not only where the change is followed: until it is removed, all that it brought home counts as there.
      await erasures.add(ref);
      return false;
    }
    if ((await erasures.noteOf(ref)) !== undefined) return false;
    if (!isOver(await captureTasks.get(ref), clock.now())) return false;
    // First, as nobody finds what is beside a bot that is gone; once more for what has come meanwhile.
    await remains.ofBot(ref);
    if (!(await ignoring(StaleError, bots.delete(bot)))) return false;
    await remains.ofBot(ref);
    return true;
  };

  const endBots = async (projectId: string): Promise<number> => {
    let left = 0;
    let some: Bot[] = [];
    const endThese = async (): Promise<void> => {
      left += (await Promise.all(some.map(endBot))).filter((isGone) => !isGone).length;
      some = [];
    };
    for (const range of [rangeOf(projectId, {}), appSessionsOf(projectId)]) {
      for await (const bot of botsIn(projectId, range)) {
        if (some.push(bot) >= botsAtOnce) await endThese();
      }
      await endThese();
    }
    return left;
  };

  const goOn = async (id: string): Promise<ProjectLeft> => {
    unreadable = 0;
    await close(id);
    await endCalendars(id);
    await endConnections(id);
    return { bots: (await endBots(id)) + unreadable, farewells: await ports.countFarewells(id) };
  };

  /** Looks until nothing is left that was made before nobody could make anything any more, or its patience is at an end. */
  const endAll = async (id: string, onLook: OnLook): Promise<ProjectLeft | undefined> => {
    cleanUps = [];
    await close(id);
    const closed_ms = clock.now().getTime();
    for (;;) {
      const sinceClosedMs = clock.now().getTime() - closed_ms;
      const left = await goOn(id);
      const isGone = left.bots + left.farewells === 0;
      if (sinceClosedMs >= (isGone ? mostUnderWayMs : patienceMs)) {
        await removeLateTold();
        return isGone ? undefined : left;
      }
      onLook(left);
      await pause(lookEveryMs);
    }
  };

  return async (id: string, onLook: OnLook = () => undefined): Promise<ProjectLeft | undefined> => {
    await getProject(id);
    const left = await endAll(id, onLook);
    if (left) return left;
    for (const app of await ports.apps.list(id)) await ports.apps.remove(id, app.id);
    await remains.remove(id);
    return undefined;
  };
};

/** Waits for something. Answers false when it was refused so. */
const ignoring = async (
  refusal: typeof NotFoundError | typeof StaleError,
  work: Promise<unknown>,
): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof refusal) return false;
    throw error;
  }
};
