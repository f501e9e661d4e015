/** Projects whose Workspace trusts this service as its identity provider, by the commands of an operator, and their bots. */
import { runAdmin } from '../../../lib/admin/run.ts';
import { applyTrigger } from '../../../lib/domain/bot/bot.ts';
import type { SignOn } from '../../../lib/domain/meeting/login.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { openTranscribers } from '../../../lib/transcription/open-transcribers.ts';
import { createLogins } from '../../../lib/usecases/accounts/logins.ts';
import { aBot } from '../builders/records.ts';
import { theMeans } from '../builders/transcription.ts';
import { openMasterKey } from '../doubles/in-process/adapters.ts';
import { memoryQueue } from '../doubles/memory-queue.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import type { Known } from '../hosts/service-provider.ts';

export const domain = 'bots.example.com';
export const address = `notes@${domain}`;
export const ownHost = 'meetings.example.com';

export const aSsoWorld = () => {
  const table = memoryTable();
  const secretBox = envelopeSecretBox({ masterKey: openMasterKey(), table });
  const [bots, tasks] = [botRepository(table), captureTaskRepository(table)];
  const time = { now: new Date() };
  const logins = createLogins({ table, secretBox, clock: { now: () => time.now } });
  let made = 0;

  const admin = async (...args: string[]): Promise<string> => {
    const queue = memoryQueue();
    const home = { table, secretBox, lanes: { prompt: queue, slow: queue }, allow_loopback: false };
    const means = { transcriberOf: openTranscribers(theMeans()), warnTask: async () => false };
    const open = async () => ({ ...home, ...means, base_url: `https://${ownHost}` });
    return runAdmin(args, open, async () => '').catch((error: Error) => `refused: ${error.message}`);
  };
  /** What a worker of a bot is given. */
  const ticketOf = async (project_id: string, bot_id: string, attempt: number): Promise<SignOn> => {
    const answer = await logins({ project_id, bot_id, attempt });
    if (!('sign_on' in answer)) throw new Error(`no ticket: ${JSON.stringify(answer)}`);
    return answer.sign_on;
  };
  const told = async <T>(...args: string[]): Promise<T> => JSON.parse(await admin(...args, '--json')) as T;

  return {
    table,
    tasks,
    /** What the service takes for now. */
    get now() {
      return time.now;
    },
    set now(now: Date) {
      time.now = now;
    },
    admin,
    told,
    ticketOf,
    /** With one account. */
    async aProject(name: string) {
      const { project_id } = await told<{ project_id: string }>('projects', 'create', name);
      const of = ['--project', project_id] as const;
      const known = await told<Known>('accounts', 'sso', 'set', 'google_meet', domain, ...of);
      await told('accounts', 'sso', 'add', 'google_meet', address, ...of);
      return { project_id, of, known };
    },
    /** A bot on its way to a meeting, and what its worker is given. */
    async aTicket(project_id: string): Promise<SignOn & { readonly bot_id: string }> {
      made += 1;
      const bot_id = `bot_${made}`;
      const ref = { project_id, bot_id };
      await bots.create(aBot({ id: bot_id, project_id, platform: 'google_meet', state: 'joining' }));
      const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: time.now.toISOString() } as const;
      await tasks.claim(ref, task, undefined);
      return { ...(await ticketOf(project_id, bot_id, 1)), bot_id };
    },
    /** The bot is out of its meeting: the account is free. */
    async ended(project_id: string, bot_id: string): Promise<void> {
      const bot = await bots.get({ project_id, bot_id });
      if (bot) await bots.save(applyTrigger(bot, 'could_not_join', 'meeting_not_found', new Date()), bot);
    },
  };
};
