/** A service with a meeting in its demo room, for measuring what one bot in it costs. */
import type { MeetingBots } from '../../lib/client/index.ts';
import { openHome } from '../../lib/demo/home.ts';
import { captureWorkers } from '../../lib/demo/process-tree.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import type { Script } from '../../lib/demo-room/scripted/script.ts';
import type { ScriptEvent } from '../../lib/demo-room/scripted/stage.ts';

const reachedWithinMs = 120_000;
const nobody = (): void => undefined;

export interface BenchMeeting extends AsyncDisposable {
  readonly client: MeetingBots;
  readonly meeting_url: string;
  /** The capture worker that is running. */
  workerPid(): Promise<number>;
  /** Waits until the bot is in a state. */
  reach(id: string, state: string): Promise<void>;
}

/** Starts the service and lets the script's people meet and talk; `onEvent` hears what they do. */
export const openMeeting = async (script: Script, onEvent?: (event: ScriptEvent) => void): Promise<BenchMeeting> => {
  await using cleanUp = new AsyncDisposableStack();
  const home = cleanUp.use(await openHome(nobody, nobody));
  const { base_url, client, pid } = home;
  const room = await home.createRoom();
  const people = cleanUp.use(await runScript({ base_url, room, script, ...(onEvent && { onEvent }) }));
  people.start();
  const owned = cleanUp.move();
  return {
    client,
    meeting_url: new URL(room.room_path, base_url).href,
    async workerPid() {
      const [worker] = await captureWorkers(pid);
      if (worker === undefined) throw new Error('there is no capture worker');
      return worker;
    },
    async reach(id, state) {
      await home.until(id, (bot) => bot.state === state, reachedWithinMs);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
