/** What the demo does to its bot on the script's cues, and what the people see and hear of it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Perception } from '../../demo-room/scripted/actor/senses.ts';
import type { ScriptRun } from '../../demo-room/scripted/run-script.ts';
import type { RecordingSettings } from '../../domain/bot/settings.ts';
import type { FileServer } from '../file-server.ts';
import { type DemoHome, patienceMs } from '../home.ts';
import { captureWorkers } from '../process-tree.ts';

export const chatText = 'I am taking the minutes. Ask me for them after the meeting.';

type View = RecordingSettings['view'];

export interface Seen {
  image?: Perception;
  film?: Perception;
  agent?: Perception;
  last?: Perception;
}

export interface ActPorts {
  readonly home: DemoHome;
  readonly props: FileServer;
  readonly people: Pick<ScriptRun, 'perceive'>;
  readonly meeting_url: string;
  readonly bot_id: string;
  readonly bot_name: string;
  /** The scripted person whose eyes and ears are borrowed. */
  readonly witness: string;
  readonly say: (line: string) => void;
}

const viewShownForMs = 12_000;
const hearMs = 1_500;
const audibleDb = -40;

/** Kills a bot's worker, and its browser with it, as a lost machine would. */
const killWorker = async (service: number): Promise<number> => {
  const [worker] = await captureWorkers(service);
  if (worker === undefined) throw new Error('there is no worker to kill');
  process.kill(worker, 'SIGKILL');
  return Date.now();
};

export const createActs = ({ home, props, people, meeting_url, bot_id, bot_name, witness, say }: ActPorts) => {
  const { client, pid } = home;
  const path = { object_id: bot_id };
  const seen: Seen = {};
  const views = new Map<View, string>();
  let killed_ms: number | undefined;

  /** Another bot comes for a moment, to record the same meeting in another view. */
  const recordView = async (view: View): Promise<void> => {
    const bot = await client.createBot({
      body: { meeting_url, bot_name: `${bot_name} (${view})`, recording_settings: { view, resolution: '720p' } },
    });
    await home.until(bot.id, ({ state }) => state === 'joined_recording');
    await delay(viewShownForMs);
    await client.leaveBot({ path: { object_id: bot.id } });
    views.set(view, bot.id);
  };

  /** The first look at which the witness heard the bot, and saw what is looked for. */
  const whenHeard = async (isIt: (perceived: Perception) => boolean): Promise<Perception> => {
    for (const giveUpAt = Date.now() + patienceMs; ; ) {
      const perceived = await people.perceive(witness, bot_name, hearMs);
      const isHeard = (perceived.sound?.loudness_db ?? -100) > audibleDb;
      if ((isHeard && isIt(perceived)) || Date.now() > giveUpAt) return perceived;
    }
  };

  const hearAgent = async (): Promise<void> => {
    await client.updateVoiceAgentSettings({ path, body: { url: props.url('agent.html') } });
    seen.agent = await whenHeard(() => true);
  };
  let answering: Promise<void> | undefined;

  const acts: Record<string, () => Promise<unknown>> = {
    look: async () => {
      seen.image = await people.perceive(witness, bot_name);
    },
    pause: () => client.pauseRecording({ path }),
    resume: () => client.resumeRecording({ path }),
    write: () => client.sendChatMessage({ path, body: { message: chatText } }),
    film: async () => {
      await client.outputVideo({ path, body: { url: props.url('teaser.mp4') } });
      seen.film = await whenHeard(({ camera }) => camera?.average !== seen.image?.camera?.average);
    },
    agent: () => {
      answering = hearAgent();
      return answering;
    },
    agent_off: async () => {
      await answering;
      await client.updateVoiceAgentSettings({ path, body: { url: '' } });
    },
    last_look: async () => {
      seen.last = await people.perceive(witness, bot_name);
    },
    gallery_view: () => recordView('gallery_view'),
    speaker_view_no_sidebar: () => recordView('speaker_view_no_sidebar'),
    kill: async () => {
      killed_ms = await killWorker(pid);
    },
  };

  return {
    /** Does what a cue asks for. @throws when there is no such act, or when it fails */
    async perform(cue: string): Promise<void> {
      const act = acts[cue];
      if (!act) throw new Error(`there is no act for the cue '${cue}'`);
      say(`— ${cue.replace('_', ' ')}`);
      await act();
    },
    seen,
    /** The bots that recorded other views. */
    views,
    killedAt: () => killed_ms,
  };
};
