import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../lib/api/openapi/document.ts';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import type { Call } from '../../lab/api/requests.ts';
import { by, call, type OwnName } from './project.ts';

const about = 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS';
const idempotency_key = crypto.randomUUID();
const email = 'nobody@example.com';
const byText: [OwnName, Call][] = [
  ['updatePerson', { body: { email, role: 'viewer' } }],
  ['removePerson', { query: `email=${email}` }],
  ['withdrawInvitation', { query: 'invitation=00000000' }],
  ['endSessions', { query: 'session=00000000' }],
  ['getDelivery', { query: `about=${about}&idempotency_key=${idempotency_key}` }],
  ['resendDelivery', { body: { about, idempotency_key } }],
  ['beginSignIn', {}],
  ['finishSignIn', {}],
];

/** What the document says of an answer. */
const saidOf = (name: OwnName, status: number): string | undefined => {
  const { method, path } = dashboardRoutes[name];
  const operation = openApiDocument().paths[path]?.[method.toLowerCase()] as
    | { readonly responses: Readonly<Record<string, { readonly description: string }>> }
    | undefined;
  return operation?.responses[status]?.description;
};

describe('what is named otherwise than by an id in its path', () => {
  it.each(byText)('may not be there, as the document says too: %s', async (name, asked) => {
    const answer = await call(name, { ...(await by('owner')), ...asked });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(saidOf(name, 404)).toBe('Not Found: `not_found`.');
  });
});
