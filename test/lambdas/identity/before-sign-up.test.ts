import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/identity/before-sign-up.ts';
import { personRepository } from '../../../lib/storage/people.ts';
import { useStores } from '../../lab/doubles/in-process/adapters.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const asked = (email: string | undefined, triggerSource = 'PreSignUp_SignUp') => ({
  version: '1',
  triggerSource,
  request: { userAttributes: email === undefined ? {} : { email, name: 'Maya' } },
  response: { autoConfirmUser: false },
});

beforeEach(async () => {
  const table = memoryTable();
  useStores({ table });
  await personRepository(table).put({
    ...{ email: 'maya@example.com', project_id: 'prj_1', name: 'Maya', role: 'viewer', subject: null },
    created_at: '2026-03-02T09:00:00.000Z',
  });
});

describe('an account in the directory of the stack', () => {
  it('is made by whom an owner has let in', async () => {
    expect(await handler(asked('Maya@example.com'))).toEqual(asked('Maya@example.com'));
  });

  it.each(['eve@example.com', '', undefined])('is not made by anybody else: %s', async (email) => {
    await expect(handler(asked(email))).rejects.toThrow('Ask an owner of the project');
  });

  it('is made for anybody by whoever runs the account', async () => {
    const event = asked('eve@example.com', 'PreSignUp_AdminCreateUser');
    expect(await handler(event)).toEqual(event);
  });
});
