/** The whole service in one process: what AWS spreads over many, on SQLite and files. */
import { resolve } from 'node:path';
import { warnedEvent } from '../adapters/local/capture/reports.ts';
import { captureHostOf } from '../adapters/local/capture-launcher.ts';
import { openDatabase } from '../adapters/local/database.ts';
import { queueEraser } from '../adapters/local/eraser.ts';
import { closeToOthers } from '../adapters/local/private-files.ts';
import { createServeMedia } from '../adapters/local/serve-media.ts';
import { sqliteTable } from '../adapters/local/table.ts';
import { endpoints } from '../api/endpoints.ts';
import { ChromiumUnavailableError, checkChromium } from '../capture/browser/chromium/chromium.ts';
import { preparePrograms } from '../capture/build/programs.ts';
import { prepareDashboard } from '../dashboard/build.ts';
import { createDemoRoom } from '../demo-room/server.ts';
import { longestAnswerSeconds } from '../domain/transcription/transcription-settings.ts';
import { transcribingSeconds } from '../domain/transcription/transcription-times.ts';
import { behindProxies } from '../net/serving/client-address.ts';
import { sweepCalendars, sweepConnections } from '../ports/timer.ts';
import { meetingHosts } from '../process/environment/meetings.ts';
import { environment } from '../process/environment.ts';
import { log } from '../process/log.ts';
import { startErasing } from './background/erasing.ts';
import { startForgetting } from './background/forgetting.ts';
import { startHousekeeping } from './background/housekeeping.ts';
import { longestWork, startPumps } from './background/pumps.ts';
import { watchForSleep } from './background/sleep.ts';
import { startTimedJob } from './background/timer.ts';
import { tellAddress } from './data-folder/address-file.ts';
import { ensureCredentials } from './data-folder/credentials.ts';
import { holdDataFolder } from './data-folder/data-folder.ts';
import { onUsableData } from './data-folder/usable-data.ts';
import { refuseAws, setEnvironment } from './environment.ts';
import { CannotStartError } from './errors.ts';
import { botsAtWork, createExpectsBot, recordersIn } from './expected-bots.ts';
import { createApiFront } from './front-door/api-front.ts';
import type { Doors } from './front-door/doors.ts';
import { type Destinations, openFrontDoor } from './front-door/front-door.ts';
import { createHealth } from './front-door/health.ts';
import { mayMakeBots } from './front-door/room-makers.ts';
import { createFunctions, type Handlers } from './functions.ts';
import { invitationPath } from './invitation.ts';
import { isInNetwork } from './machine.ts';
import type { EnteredState } from './tell-states.ts';

export interface LocalServiceOptions extends Doors {
  /** 0 for any free one. */
  readonly port: number;
  readonly data_dir: string;
  /** How many bots may be in meetings at a time; as many as the machine is good for when nothing is said. */
  readonly bots?: number;
  /** Data of bots is deleted so many days after their end; kept when left out. */
  readonly keep_days?: number;
  /** Whether two scripted people wait in the demo room. */
  readonly with_company?: boolean;
  /** Whether what is said at the start is read by a person, and not written down. */
  readonly is_at_terminal?: boolean;
  /** Is told of each state that a bot, or an app session, enters, with the address of the service: it may not be ready yet. */
  readonly onState?: (entered: EnteredState, base_url: string) => void;
  /** Loads the functions, once the environment that they read is set. */
  readonly loadHandlers: () => Promise<Handlers>;
}

export interface LocalService {
  readonly base_url: string;
  /** The file that keeps the API key and the webhook secret. */
  readonly credentials_file: string;
  /** Both are there when they are new, or a person reads them: a log would keep them for others. Not a key that was revoked. */
  readonly api_key?: string;
  readonly webhook_secret?: string;
  /** The key that is kept opens nothing any more. */
  readonly is_key_revoked: boolean;
  /** Its project, where there are others beside it: then commands have to name it. */
  readonly project_id?: string;
  /** The standing demo room, for everybody and for its host, where there are rooms. */
  readonly room_url?: string;
  readonly host_url?: string;
  /** The dashboard; where the webhook secret is there too, it signs in whoever opens it first, as an owner. */
  readonly dashboard_url: string;
  /** How many bots may be in meetings at a time. */
  readonly places: number;
  /** Whether the machine is in a network, without which bots join nothing that is elsewhere. */
  readonly has_network: boolean;
  /** The bots that are in their meetings, or on the way: they go on where the service is started again. */
  botsAtWork(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Stops everything that was started, the capture tasks and their browsers too. */
  close(): Promise<void>;
}

const longestTaskStopMs = 4000;

const faultOf = (part: string) => (error: unknown) => log.error(`${part} failed`, {}, error);

const findChromium = (): Promise<void> =>
  checkChromium().catch((error: unknown) => {
    if (!(error instanceof ChromiumUnavailableError)) throw error;
    throw new CannotStartError(error.message, { cause: error });
  });

const noRooms: Destinations['demoRoom'] = { handle: async () => false, upgrade: () => false };

let isStarted = false;

const start = async (options: LocalServiceOptions): Promise<LocalService> => {
  const { data_dir, loadHandlers, trusted_proxies = [], room = 'open' } = options;
  if (isStarted) throw new CannotStartError('this process runs the service already: start another process');
  refuseAws();
  await using started = new AsyncDisposableStack();
  const folder = started.use(holdDataFolder(data_dir));
  const [left_open] = await closeToOthers(folder.path);
  if (left_open !== undefined) log.warn('others on this machine may read the data folder', { left_open });
  const door = await openFrontDoor(options, faultOf('a request'));
  started.defer(() => door.close());
  await findChromium();
  process.env.CAPTURE_PROGRAMS = await preparePrograms();
  await prepareDashboard();
  const { base_url, transcription_timeout_seconds, places } = setEnvironment({
    ...options,
    data_dir: folder.path,
    port: door.port,
  });
  tellAddress(folder.path, base_url);
  const database = openDatabase(folder.path, { isOfService: true });
  started.defer(() => database.close());
  isStarted = true;

  const transcribing_seconds = transcribingSeconds(longestAnswerSeconds({ transcription_timeout_seconds }));
  const functions = createFunctions(await loadHandlers(), longestWork(transcribing_seconds));
  const credentials = await ensureCredentials(folder.path);
  const { project_id, api_key, webhook_secret, file, are_new, is_revoked } = credentials;
  const mayTell = are_new || options.is_at_terminal === true;
  const dashboardPath = mayTell ? await invitationPath({ project_id, name: 'Owner', role: 'owner' }) : '/dashboard';
  const roomHosts = environment(meetingHosts).hosts.demo_room;
  const addressOf = behindProxies(trusted_proxies);
  const demoRoom = createDemoRoom({
    isExpected: createExpectsBot(sqliteTable(database), roomHosts),
    onError: faultOf('the demo room'),
    addressOf,
    origin: base_url,
    ...(room !== 'open' && { mayMakeRooms: mayMakeBots(functions) }),
  });
  started.defer(() => demoRoom.close());
  // Bots go on while the service is started again; the room is told by whom it is recorded before anybody is in it.
  const { room_path } = demoRoom.standing_room;
  for (const recorder of await recordersIn(sqliteTable(database), roomHosts, room_path)) {
    demoRoom.showRecorder(room_path, { ...recorder, isRecording: true });
  }
  const captureHost = captureHostOf(database);
  started.defer(() => captureHost.close(longestTaskStopMs));
  captureHost.onWarned((id, order) => {
    functions
      .invoke('lifecycle/capture-stopped', warnedEvent(id, order, new Date()))
      .catch(faultOf('lifecycle/capture-stopped'));
  });
  started.use(startHousekeeping(database, faultOf('housekeeping')));
  const eraser = queueEraser(database);
  started.use(startForgetting(sqliteTable(database), eraser, options.keep_days ?? null, faultOf('forgetting')));
  started.use(startErasing(database, faultOf('erasing')));
  const pumps = await startPumps(database, functions, {
    transcribing_seconds,
    sleep: started.use(watchForSleep()),
    faultOf,
    onState: (entered) => {
      options.onState?.(entered, base_url);
      const { id, name, meeting_url, state } = entered;
      const link = URL.parse(meeting_url);
      if (!link || !roomHosts.includes(link.host)) return;
      demoRoom.showRecorder(link.pathname, { id, name, isRecording: state === 'joined_recording' });
    },
  });
  started.defer(async () => void (await Promise.all(pumps.map((pump) => pump.close()))));
  for (const job of [sweepCalendars, sweepConnections]) {
    started.use(startTimedJob(job, functions, faultOf(job.function_name)));
  }
  captureHost.open();
  door.open({
    api: createApiFront(functions, faultOf('a request'), endpoints, addressOf),
    media: createServeMedia(database),
    health: createHealth(database, faultOf('health')),
    demoRoom: room === 'off' ? noRooms : demoRoom,
  });
  if (options.with_company) await demoRoom.keepCompany(`http://127.0.0.1:${door.port}`);

  const running = started.move();
  return {
    base_url,
    credentials_file: file,
    is_key_revoked: is_revoked,
    ...(!credentials.is_only && { project_id }),
    ...(mayTell && { webhook_secret, ...(!is_revoked && { api_key }) }),
    ...(room !== 'off' && {
      room_url: base_url + demoRoom.standing_room.room_path,
      host_url: base_url + demoRoom.standing_room.host_path,
    }),
    dashboard_url: base_url + dashboardPath,
    places,
    has_network: isInNetwork(),
    botsAtWork: () => botsAtWork(sqliteTable(database)),
    close: () => running.disposeAsync(),
  };
};

/**
 * Starts the service on this machine, carrying on with what is in the data folder. Once per process, since the functions
 * read the process's environment when they are loaded.
 * @throws CannotStartError with one sentence that says what to do
 */
export const startLocal = (options: LocalServiceOptions): Promise<LocalService> =>
  onUsableData(resolve(options.data_dir), () => start(options));
