/** Everything that can happen to calendars, connections and app sessions in every situation. Throws at a violation. */
import { parentPort } from 'node:worker_threads';
import './in-process-api.ts';
import type { Explored } from '../../test/lab/explored.ts';

/** What was explored, by what it is about. */
export type Situations = Readonly<Record<'calendars' | 'connections' | 'app sessions', Explored>>;

process.stdout.write = () => true;
const { exploreAll } = await import('../../test/lab/explored.ts');
const { sessionSituations } = await import('../../test/lab/api/session-lives.ts');
const { calendarSituations } = await import('../../test/lab/worlds/calendars/calendar-situations.ts');
const { connectionSituations } = await import('../../test/lab/worlds/connections/connection-situations.ts');

const sessions = [await exploreAll(sessionSituations('mp4')), await exploreAll(sessionSituations('none'))] as const;
parentPort?.postMessage({
  calendars: await exploreAll(calendarSituations),
  connections: await exploreAll(connectionSituations),
  'app sessions': {
    situations: sessions[0].situations + sessions[1].situations,
    tried: sessions[0].tried + sessions[1].tried,
  },
} satisfies Situations);
