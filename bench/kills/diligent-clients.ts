/** Clients of a service that goes away again and again: they write without end, and remember what they were answered. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ready } from '../../lib/demo/service.ts';

const clients = 4;
const changesOfABot = 3;
const tryAgainAfterMs = 100;
const dayMs = 24 * 3600 * 1000;

/** A bot as its client knows it. */
interface Known {
  readonly key: string;
  /** Not known when the answer to its creation was lost. */
  id?: string;
  /** The last change that was answered, and the last that was asked for. */
  changed: number;
  asked: number;
  deletion: 'none' | 'asked' | 'answered';
}

export interface DiligentClients {
  readonly known: readonly Known[];
  /** How many writes were answered. */
  answered(): number;
  /** Writes until `isOver`. */
  write(isOver: () => boolean): Promise<void>;
  /** What is not as it was answered, in words; none when nothing was lost. */
  complaints(): Promise<string[]>;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** `ready` answers where the service is to be found at the moment; `hook` hears of the bots. */
export const diligentClients = (ready: () => Ready, hook: string): DiligentClients => {
  const known: Known[] = [];
  let answers = 0;

  /** Nothing when the line broke, so that nobody knows what became of it. */
  const call = async (method: string, path: string, body?: unknown): Promise<Answer | undefined> => {
    const { base_url, api_key } = ready();
    try {
      const response = await fetch(path.startsWith('http') ? path : `${base_url}/api/v1${path}`, {
        method,
        headers: { authorization: `Token ${api_key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await delay(tryAgainAfterMs);
      return undefined;
    }
  };

  const count = (): void => {
    answers += 1;
  };

  /** Asks until there is an answer, as whoever has a deduplication key may. */
  const create = async (bot: Known): Promise<void> => {
    const body = {
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      bot_name: 'Scribe',
      join_at: new Date(Date.now() + dayMs).toISOString(),
      deduplication_key: bot.key,
      webhooks: [{ url: hook, triggers: ['bot.state_change'] }],
    };
    let answer = await call('POST', '/bots', body);
    while (!answer) answer = await call('POST', '/bots', body);
    if (answer.status === 201) {
      count();
      bot.id = String(answer.body.id);
    } else if (answer.body.code !== 'duplicate_deduplication_key') {
      throw new Error(`a bot was refused: ${JSON.stringify(answer.body)}`);
    }
  };

  const change = async (bot: Known): Promise<void> => {
    bot.asked += 1;
    const answer = await call('PATCH', `/bots/${bot.id}`, { metadata: { n: bot.asked } });
    if (answer?.status !== 200) return;
    count();
    bot.changed = bot.asked;
  };

  const remove = async (bot: Known): Promise<void> => {
    bot.deletion = 'asked';
    if ((await call('DELETE', `/bots/${bot.id}`))?.status !== 200) return;
    count();
    bot.deletion = 'answered';
  };

  const live = async (bot: Known, n: number): Promise<void> => {
    known.push(bot);
    await create(bot);
    if (bot.id === undefined) return;
    for (let i = 0; i < changesOfABot; i += 1) await change(bot);
    if (n % 3 === 0) await remove(bot);
  };

  /** Asks a service that is there. */
  const ask = async (path: string): Promise<Answer> => {
    const answer = await call('GET', path);
    if (!answer) throw new Error(`nobody answers GET ${path}`);
    return answer;
  };

  /** All bots of the project, page by page. */
  const list = async (): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    for (let next: unknown = '/bots?page_size=100'; typeof next === 'string'; ) {
      const { body } = await ask(next);
      found.push(...(body.results as Record<string, unknown>[]));
      next = body.next;
    }
    return found;
  };

  const complaintAbout = async ({ id, changed, asked, deletion }: Known): Promise<string[]> => {
    const { status, body } = await ask(`/bots/${id}`);
    if (deletion === 'answered') return status === 404 ? [] : [`${id} is there, though it was deleted`];
    if (status === 404) return deletion === 'asked' ? [] : [`${id} is gone`];
    const { n = 0 } = body.metadata as { n?: number };
    return n >= changed && n <= asked ? [] : [`${id} is at change ${n}: ${changed} were answered, ${asked} asked for`];
  };

  return {
    known,
    answered: () => answers,
    write: async (isOver) => {
      const client = async (_: unknown, who: number): Promise<void> => {
        for (let n = 1; !isOver(); n += 1) {
          await live({ key: `${who}-${n}`, changed: 0, asked: 0, deletion: 'none' }, n);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
    },
    complaints: async () => {
      const complaints: string[] = [];
      for (const bot of known) if (bot.id !== undefined) complaints.push(...(await complaintAbout(bot)));
      const keys = (await list()).flatMap(({ deduplication_key: key }) => key ?? []);
      if (new Set(keys).size < keys.length) complaints.push(`${keys.length - new Set(keys).size} bots are there twice`);
      return complaints;
    },
  };
};
