/** The whole service of one machine with a meeting, on one small disk: data, media, logs, temporary files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { meetingBots } from '../../../lib/client/index.ts';
import { captureWorkers, processes } from '../../../lib/demo/process-tree.ts';
import { startService } from '../../../lib/demo/service.ts';
import type { RoomAddress } from '../../../lib/demo-room/rooms.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';
import type { ScriptEvent } from '../../../lib/demo-room/scripted/stage.ts';
import { aSmallDisk } from '../../lab/hosts/small-disk.ts';

const megabytes = 256;

// Something is said every few seconds, and written twice as often, so that there is always something to tell.
const talk = Script.parse({
  repeat: true,
  // One camera: pieces without pictures are so small that they find their place on a full disk.
  participants: [
    { name: 'Maya', host: true, camera: { quality: 'small' } },
    { name: 'Jonas', camera: { style: 'off' } },
  ],
  timeline: [
    { at_ms: 0, who: 'Maya', do: 'say', clip: 'maya-11' },
    { at_ms: 0, who: 'Jonas', do: 'chat', text: 'noted' },
    { at_ms: 1_800, who: 'Jonas', do: 'chat', text: 'that, too' },
  ],
});

const isBrowser = (command: string): boolean =>
  command.includes('--remote-debugging-pipe') && !command.includes('--type=');

export const aServiceOnASmallDisk = async () => {
  await using cleanUp = new AsyncDisposableStack();
  const disk = cleanUp.use(await aSmallDisk(megabytes));
  const environment = { ...process.env, TMPDIR: disk.folder };
  const { through } = disk;
  const service = cleanUp.use(await startService(join(disk.folder, 'data'), { through, environment }));
  const { base_url, api_key } = service.ready;
  const pid = service.process.pid ?? 0;
  const data = join(disk.seenFrom(pid), 'data');

  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const room = (await (await fetch(new URL('/room-api/rooms', base_url), asked)).json()) as RoomAddress;
  const happened: ScriptEvent[] = [];
  const onEvent = (event: ScriptEvent): void => void happened.push(event);
  const people = cleanUp.use(await runScript({ base_url, room, script: talk, onEvent }));
  people.start();
  const owned = cleanUp.move();
  return {
    client: meetingBots(base_url, api_key),
    meeting_url: new URL(room.room_path, base_url).href,
    /** What Maya said and Jonas wrote. */
    happened,
    fill: () => disk.fill(pid),
    free: () => disk.free(pid),
    /**
     * The messages of the worker's log. A line that there was no space for may be cut off, and the next one follow in
     * it.
     */
    async log(): Promise<string[]> {
      const logs = join(data, 'logs');
      const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
      return texts.flatMap((text) => [...text.matchAll(/"message":"([^"]+)"/g)].map(([, message = '']) => message));
    },
    /** How many segments are stored. */
    async segments(): Promise<number> {
      const names = await readdir(join(data, 'media'), { recursive: true }).catch(() => []);
      return names.filter((name) => name.endsWith('.m4s')).length;
    },
    async killBrowser(): Promise<void> {
      const [worker = 0] = await captureWorkers(pid);
      const browser = (await processes(worker)).find(({ command }) => isBrowser(command));
      if (!browser) throw new Error('the worker has no browser');
      process.kill(browser.pid, 'SIGKILL');
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
