/** What the bot shows and says in the meeting: keeps what is there equal to what is asked for. */
import { within } from '../../../process/deadline.ts';
import { NotAllowedError } from '../../meeting/errors.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import { stageDevices as devices, type Stage, type StageDevice } from '../../meeting/stage.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { OutletCommand, OutletMessage, Shown } from '../../programs/protocol/outlet.ts';
import { createAgentSuccession } from '../../voice-agent/agent-succession.ts';
import type { AgentBrowser, AgentWish } from '../../voice-agent/agents.ts';
import type { SessionBot } from '../bot.ts';
import type { News } from '../news.ts';
import type { PeopleSeen } from '../people/people-seen.ts';
import type { OutletPorts, SessionClock } from '../ports.ts';
import { createAgentMedia } from './agent-media.ts';
import { createAudioDesk } from './audio-desk.ts';
import { type Asked, agentWish, shownOf } from './outlet-plan.ts';
import { createStageNews } from './stage-news.ts';
import { createVideoDesk } from './video-desk.ts';

const retryAfterMs = 5_000;
const mostPictureAttempts = 3;
/** Whatever else is to be shown waits for it. */
const pictureWithinMs = 10_000;
const nothing: Shown = { camera: 'nothing', microphone: 'nothing', screen: 'nothing' };

/** What is to be turned on once more counts as off; what is not wanted any more is turned off in any case. */
const doubted = (shown: Shown, wanted: Shown): Shown => ({
  ...nothing,
  ...Object.fromEntries(devices.filter((device) => wanted[device] === 'nothing').map((one) => [one, shown[one]])),
});

const noAgents = (): AgentBrowser => ({
  prepare: () => undefined,
  open: () => Promise.reject(new Error('there are no voice agents here')),
  [Symbol.asyncDispose]: async () => undefined,
});

type TurnedOff = Pick<MeetingView, 'turned_off_ms' | 'muted'>;

export interface Outlet extends AsyncDisposable {
  /**
   * Works towards what is asked for, behind the caller's back. Never fails, never waits. What the meeting turned off by itself
   * is turned on again; what somebody there did is not, until they let it be.
   */
  keep(asked: Asked, view?: TurnedOff): void;
  /** The bot has to be let in once more: what was turned on may be off when it is back. */
  doubt(): void;
  /** The page of the meeting has loaded itself anew, and nothing is left of what was shown and heard in it. */
  restart(): void;
  /** Whether a client's server, and the page of its agent, may hear whoever is there from now on; at first they may not. */
  share(mayHear: boolean): void;
}

export interface OutletSurroundings {
  readonly meeting: Pick<Meeting, 'isLost' | 'voices'>;
  readonly stage: Stage;
  readonly bot: Pick<SessionBot, 'videoStarted' | 'videoOver'>;
  /** Whether the bot cannot be seen or heard as it was asked to. */
  readonly news: News;
  readonly people: Pick<PeopleSeen, 'find'>;
  readonly clock: Pick<SessionClock, 'now_ms'>;
  readonly log: SessionLog;
}

export const createOutlet = (
  { meeting, stage, bot, news, people, clock, log }: OutletSurroundings,
  { picture, guard = {}, openAgents = noAgents, openAudioSocket }: OutletPorts = {},
): Outlet => {
  const agents = openAgents();
  let asked: Asked | undefined;
  let working: Promise<void> | undefined;
  let isAgain = false;
  let isClosed = false;
  let isStarted = false;
  let heard: 'not' | 'sounds' | 'steadily' = 'not';
  let still: 'unknown' | 'there' | 'none' = picture ? 'unknown' : 'none';
  let shown = nothing;
  let off: TurnedOff = {};
  /** What of that was last seen to. */
  let seenTo = off;
  let isInDoubt = false;
  let isAnew = false;
  let calm_until_ms = 0;
  let picture_attempts = 0;
  const closing = new Set<Promise<void>>();
  const notices = createStageNews({ news, clock });

  /** Closed in the background: nothing waits for it. */
  const close = (old: AsyncDisposable): void => {
    const closed = Promise.resolve(old[Symbol.asyncDispose]()).catch(() => undefined);
    closing.add(closed);
    closed.then(() => closing.delete(closed));
  };

  const hear = (message: OutletMessage): void => {
    video.take(message);
    if (message.type === 'heard' && server.hear(message.pcm)) succession.agent?.hear(message.pcm);
    if (message.type === 'key_wanted') succession.agent?.wantKey();
    if (message.type === 'failed') log('what the bot shows has a fault', { error: message.reason });
  };

  const send = async (command: OutletCommand): Promise<boolean> => {
    if (meeting.isLost) return false;
    const isThere = await stage.send(command);
    if (!isThere && isStarted) forget();
    return isThere;
  };

  /** A page that was loaded anew knows nothing of what was. */
  function forget(): void {
    isStarted = false;
    heard = 'not';
    video.end();
    shown = nothing;
    if (picture) still = 'unknown';
  }

  const start = async (): Promise<void> => {
    if (isStarted) return;
    await stage.start();
    isStarted = true;
  };

  const isVideoShown = (): boolean =>
    devices.some((device) => shown[device] === 'video' && !off.muted?.includes(device));
  const video = createVideoDesk({ bot, clock, guard, log, start, send, close, isShown: isVideoShown, onChange: work });
  const media = createAgentMedia(send, () => succession.agent?.wantKey());
  const server = createAudioDesk({
    meeting,
    open: openAudioSocket,
    people,
    clock,
    log,
    say: media.serverSound,
    hush: media.serverHush,
    onFirst: work,
  });
  const succession = createAgentSuccession({
    log,
    open: agents.open,
    close,
    onPicture: media.picture,
    onSound: media.sound,
    onChange: work,
  });
  stage.onMessage(hear);

  const keepPicture = async (): Promise<void> => {
    if (still !== 'unknown' || !picture) return;
    if (picture_attempts === mostPictureAttempts) {
      still = 'none';
      return;
    }
    picture_attempts += 1;
    const png = await within(pictureWithinMs, 'fetching the picture of the bot', picture());
    if (png) {
      await start();
      const isTaken = await send({ type: 'picture', png: Buffer.from(png).toString('base64') });
      if (!isTaken) throw new Error('the page did not take the picture');
    }
    picture_attempts = 0;
    still = png ? 'there' : 'none';
  };

  const keepAgent = async ({ voice_agent_settings }: Asked, wanted: AgentWish | undefined): Promise<void> => {
    if (voice_agent_settings?.reserve_resources) agents.prepare();
    if (wanted) await start();
    succession.keep(wanted);
    const listens = server.isOpen ? 'steadily' : succession.agent ? 'sounds' : 'not';
    if (listens === heard || !isStarted) return;
    if (await send({ type: 'listen', on: listens !== 'not', steady: listens === 'steadily' })) heard = listens;
  };

  const keepServer = async (): Promise<void> => {
    if (!openAudioSocket || isClosed) return;
    await start();
    await server.keep();
  };

  const tellShown = (silenced: readonly StageDevice[]): void =>
    notices.shown({ silenced, isAgentFailing: succession.agent?.isFailing === true });

  /** A device that shows nothing any more is turned off; one that begins to is told what to show, turned on, and told again. */
  const keepShown = async (): Promise<void> => {
    const wanted = shownOf({
      isVideoPlaying: video.isPlaying,
      agent: succession.agent?.isLive ? succession.as : undefined,
      hasServer: server.mayBeHeard,
      hasPicture: still === 'there',
    });
    const { muted = [], turned_off_ms } = off;
    const { muted: mutedBefore = [] } = seenTo;
    if (isInDoubt || seenTo.turned_off_ms !== turned_off_ms) shown = doubted(shown, wanted);
    isInDoubt = false;
    for (const device of mutedBefore) if (!muted.includes(device)) shown = { ...shown, [device]: 'nothing' };
    seenTo = off;
    const before = shown;
    const isOff = (of: Shown, device: StageDevice): boolean => of[device] === 'nothing';
    const silenced = muted.filter((device) => !isOff(wanted, device));
    if (devices.every((device) => wanted[device] === before[device])) return tellShown(silenced);
    await start();
    for (const device of devices) if (isOff(wanted, device) && !isOff(before, device)) await stage.turn(device, false);
    if (!(await send({ type: 'show', shown: wanted }))) return;
    const toTurnOn = devices.filter(
      (device) => isOff(before, device) && !isOff(wanted, device) && !muted.includes(device),
    );
    shown = { ...wanted, ...Object.fromEntries(toTurnOn.map((device) => [device, 'nothing'])) };
    const errors: unknown[] = [];
    try {
      for (const device of toTurnOn) {
        const isOn = await stage.turn(device, true).then(
          () => true,
          (error: unknown) => void errors.push(error),
        );
        // One that is not allowed keeps no other from being turned on.
        if (!isOn) continue;
        // The page sees only what is shown after its device was turned on.
        if (!(await send({ type: 'show', shown: wanted }))) {
          if (errors.length > 0) break;
          return;
        }
        shown = { ...shown, [device]: wanted[device] };
      }
    } finally {
      if (errors.length > 0) notices.notShown(errors[0]);
    }
    if (errors.length > 0) throw errors[0];
    tellShown(silenced);
  };

  /** A video, and what a server says first, wait until they can be seen and heard, or the meeting has not let them. */
  const keepShownAndBegin = async (): Promise<void> => {
    const [isReady, hasServer] = [video.isPlaying, server.mayBeHeard];
    try {
      await keepShown();
    } finally {
      if (hasServer) server.letSpeak();
      if (isReady) await video.roll();
    }
  };

  /** A step that fails does not keep the others from being done. */
  const pass = async (now: Asked): Promise<void> => {
    if (isAnew) forget();
    isAnew = false;
    const steps = [
      () => video.keep(now.output_video),
      keepServer,
      () => keepAgent(now, agentWish(now)),
      keepPicture,
      keepShownAndBegin,
      () => video.tell(now.output_video),
    ];
    for (const step of steps) {
      await step().catch((error: unknown) => {
        calm_until_ms = clock.now_ms() + retryAfterMs;
        // The client was told, and it is so until somebody says otherwise.
        if (!meeting.isLost && !(error instanceof NotAllowedError))
          log('what the bot shows could not be changed', { error });
      });
    }
  };

  /** One pass at a time; what happens meanwhile gets a pass of its own. */
  function work(): void {
    isAgain = working !== undefined;
    if (working || !asked || isClosed || clock.now_ms() < calm_until_ms) return;
    working = pass(asked).finally(() => {
      working = undefined;
      if (isAgain) work();
    });
  }

  return {
    keep(now, view = {}) {
      asked = now;
      off = view;
      work();
    },
    doubt() {
      isInDoubt = true;
    },
    restart() {
      isAnew = true;
    },
    share: server.share,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await working;
      server[Symbol.dispose]();
      video.end();
      succession.keep(undefined);
      await Promise.all(closing);
      await agents[Symbol.asyncDispose]();
    },
  };
};

/** For a meeting in which a bot can only watch. */
export const createNoOutlet = ({ bot, clock, log }: Pick<OutletSurroundings, 'bot' | 'clock' | 'log'>): Outlet => {
  const why = 'a bot can only watch in this meeting';
  let refused: string | undefined;
  return {
    keep({ output_video }) {
      if (!output_video || output_video.id === refused) return;
      refused = output_video.id;
      log('the video could not be played', { why });
      bot
        .videoOver(refused, { at: new Date(clock.now_ms()), why })
        .catch((error: unknown) => log('it could not be told that a video is over', { error }));
    },
    doubt: () => undefined,
    restart: () => undefined,
    share: () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
};
