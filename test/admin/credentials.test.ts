/** Projects' keys for providers of transcription: entered, tried and removed by an operator, and never seen again. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { folderMasterKey } from '../../lib/adapters/local/master-key.ts';
import { runAdmin } from '../../lib/admin/run.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { createProviderKeys } from '../../lib/usecases/transcription/provider-keys.ts';
import { aSttA } from '../facsimiles/stt-a/stt-a.ts';
import { failures } from '../facsimiles/stt-b/errors.ts';
import { aSttB } from '../facsimiles/stt-b/stt-b.ts';
import { theMeans } from '../lab/builders/transcription.ts';
import { memoryQueue } from '../lab/doubles/memory-queue.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

/** A home with a project; what is entered where nobody sees it is given by the test. */
const setUp = async (means = theMeans()) => {
  const folder = await aDataFolder();
  const table = memoryTable();
  const secretBox = envelopeSecretBox({ masterKey: folderMasterKey(folder.path), table });
  const queue = memoryQueue();
  const entered: string[] = [];
  const said: string[] = [];
  const admin = async (...args: string[]): Promise<string> => {
    const home = { table, secretBox, lanes: { prompt: queue, slow: queue }, allow_loopback: false };
    const run = runAdmin(
      args,
      async () => ({ ...home, transcriberOf: openTranscribers(means), warnTask: async () => false }),
      async () => entered.shift() ?? '',
    );
    const result = await run.catch((error: Error) => `refused: ${error.message}`);
    said.push(result);
    return result;
  };
  const { project_id } = JSON.parse(await admin('projects', 'create', 'Team A', '--json')) as { project_id: string };
  const keyOf = createProviderKeys({
    ...{ credentials: credentialRepository(table), secretBox },
    onUnreadable: ({ message }) => void said.push(message),
  });
  return { admin, entered, said, table, keyOf, project_id, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
};

const secret = '5f0c2a8e4b1d4c579a3e6d2f8b7c1e90aa11bb22';

describe('a key for a provider', () => {
  it('is entered, listed without its value, replaced, and removed', async () => {
    await using home = await setUp();
    const { admin, entered, keyOf, project_id } = home;
    expect(await admin('credentials', 'list')).toBe('(none)');
    entered.push(` ${secret}\n`, 'another-key');
    expect(await admin('credentials', 'set', 'deepgram')).toMatch(/^provider +stt_a\nmaker +Deepgram\nentered_at +2/);
    expect(await keyOf(project_id, 'stt_a')).toBe(secret);
    expect(JSON.parse(await admin('credentials', 'list', '--json'))).toEqual([
      { provider: 'stt_a', maker: 'Deepgram', entered_at: expect.any(String) },
    ]);
    await admin('credentials', 'set', 'stt_a');
    expect(await keyOf(project_id, 'stt_a')).toBe('another-key');
    expect(await admin('credentials', 'remove', 'stt_a')).toBe('there is no key for stt_a any more');
    expect(await keyOf(project_id, 'stt_a')).toMatchObject({ status: 'refused', error_code: 'credentials_not_found' });
  });

  it('is nowhere in what is stored or said, and opens for its project only', async () => {
    await using home = await setUp();
    const { admin, entered, said, table, keyOf } = home;
    entered.push(secret);
    await admin('credentials', 'set', 'stt_b');
    const { project_id: other } = JSON.parse(await admin('projects', 'create', 'Team B', '--json'));
    expect(JSON.stringify([table.items(), said])).not.toContain(secret);
    const credential = await credentialRepository(table).get(home.project_id, 'stt_b');
    await credentialRepository(table).put(other, credential ?? expect.unreachable());
    expect(await keyOf(other, 'stt_b')).toMatchObject({ error_code: 'key_not_readable' });
    expect(await admin('credentials', 'list', '--project', other)).toMatch(/is_unreadable\nstt_b +OpenAI +2.* true$/);
    expect(await admin('credentials', 'test', 'stt_b', '--project', other)).toContain('key_not_readable: this project');
    expect(said.join()).not.toContain(secret);
  });

  it('is none for those who need none', async () => {
    await using home = await setUp();
    expect(await home.keyOf(home.project_id, 'custom_async')).toBe('');
  });

  it.each<[string[], string, string]>([
    [
      ['credentials', 'set', 'custom_async'],
      secret,
      'a provider that takes a key is one of stt_a (deepgram), stt_b (openai)',
    ],
    [
      ['credentials', 'set', 'stt_a'],
      'two words of it',
      'key: must be 8 to 512 letters, digits and signs without blanks',
    ],
    [['credentials', 'set', 'stt_a'], '', 'key: must be 8 to 512'],
    [['credentials', 'set', 'stt_a', '--project', 'prj_1'], secret, 'project: prj_1'],
    [['credentials', 'test', 'stt_b', '--model', 'whisper-1'], '', 'model: '],
  ])('%j is refused with a sentence', async (args, given, sentence) => {
    await using home = await setUp();
    home.entered.push(given);
    expect(await home.admin(...args)).toContain(sentence);
  });
});

describe('trying a key', () => {
  it('asks the provider with a second of silence, as bots do', async () => {
    await using sttA = await aSttA({ keys: [secret] });
    await using sttB = await aSttB({ keys: [secret] });
    const { url } = sttA;
    const { hosted } = theMeans();
    await using home = await setUp(
      theMeans({ hosted: { ...hosted, stt_a: { ...hosted.stt_a, eu_url: url }, stt_b: sttB } }),
    );
    home.entered.push(secret, secret);
    await home.admin('credentials', 'set', 'stt_a');
    await home.admin('credentials', 'set', 'stt_b');
    expect(await home.admin('credentials', 'test', 'stt_a', '--eu')).toBe('Deepgram takes the key');
    expect(await home.admin('credentials', 'test', 'stt_b')).toBe('OpenAI takes the key');
    expect([sttA.sounds[0]?.seconds, sttB.understood[0]?.sound.seconds]).toEqual([1, 1]);
  });

  it('tells why it does not work, without the key', async () => {
    await using sttB = await aSttB();
    await using home = await setUp(theMeans({ hosted: { ...theMeans().hosted, stt_b: sttB } }));
    expect(await home.admin('credentials', 'test', 'stt_b')).toContain(
      'credentials_not_found: this project has no key',
    );
    home.entered.push(secret);
    await home.admin('credentials', 'set', 'stt_b');
    expect(await home.admin('credentials', 'test', 'stt_b')).toMatch(
      /^refused: credentials_invalid: OpenAI answered 401 .* its request id is req_/,
    );
    sttB.fail(failures.quotaExhausted());
    expect(await home.admin('credentials', 'test', 'stt_b')).toContain('quota_exhausted: OpenAI answered 429');
    expect(home.said.join()).not.toContain(secret.slice(-4));
  });
});

it('the program reads a key from its input, so that no shell remembers it', async () => {
  await using folder = await aDataFolder();
  openDatabase(folder.path);
  const program = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));
  const run = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [program, '--data', folder.path, ...args], { encoding: 'utf8', input });
  run('', 'projects', 'create', 'Team A');
  const { status, stdout, stderr } = run(`${secret}\n`, 'credentials', 'set', 'stt_a');
  expect([status, stdout.includes(secret), stderr]).toEqual([0, false, '']);
  expect(run('', 'credentials', 'list').stdout).toContain('stt_a     Deepgram');
});
