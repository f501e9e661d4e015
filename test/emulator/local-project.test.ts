import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { localProject } from '../../lib/emulator/local-project.ts';

const answer = { message: 'no', $metadata: {} };

/** An emulator that keeps secrets, and a stack that refuses some keys. */
const anEmulator = () => {
  const secrets = new SecretsManagerClient({ region: 'us-east-1' });
  const mock = mockClient(secrets);
  const held = new Map<string, string>();
  mock.on(GetSecretValueCommand).callsFake(({ SecretId }) => {
    if (!held.has(SecretId)) throw new ResourceNotFoundException(answer);
    return { SecretString: held.get(SecretId) };
  });
  mock.on(CreateSecretCommand).callsFake(({ Name, SecretString }) => {
    if (held.has(Name)) throw new ResourceExistsException(answer);
    held.set(Name, SecretString);
  });
  mock.on(PutSecretValueCommand).callsFake(({ SecretId, SecretString }) => void held.set(SecretId, SecretString));
  const refused = new Set<string>();
  let made = 0;
  const run = (table: string) =>
    localProject(table, {
      secrets,
      isRefused: async (key) => refused.has(key),
      create: async () => {
        made += 1;
        return { project_id: `prj_${made}`, api_key: `key ${made}`, webhook_secret: `secret ${made}` };
      },
    });
  return { run, refused };
};

describe('the project of a stack on an emulator', () => {
  it('is made by the first run, and found by those that follow, with its secrets', async () => {
    const { run } = anEmulator();
    const first = await run('Table');
    expect(first).toEqual({ project_id: 'prj_1', api_key: 'key 1', webhook_secret: 'secret 1' });
    expect(await run('Table')).toEqual(first);
  });

  it('is another one in another stack', async () => {
    const { run } = anEmulator();
    await run('Table');
    expect(await run('OtherTable')).toMatchObject({ project_id: 'prj_2' });
  });

  it('is made anew where its key is refused, and found from then on', async () => {
    const { run, refused } = anEmulator();
    refused.add((await run('Table')).api_key);
    expect(await run('Table')).toMatchObject({ project_id: 'prj_2' });
    expect(await run('Table')).toMatchObject({ project_id: 'prj_2' });
  });
});
