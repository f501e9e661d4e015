/** Asked by the stack's own user pool before anybody gets an account there: only whom an owner has let in makes one. */
import * as z from 'zod';
import { openTable } from '#adapters/table.ts';
import { emailOf } from '../../lib/domain/access/people.ts';
import { personRepository } from '../../lib/storage/people.ts';

// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html
const Asked = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({ userAttributes: z.looseObject({ email: z.string().default('') }) }),
});

const people = personRepository(openTable());

/** Answers what it was asked, which lets the sign-up go on. The message of an error is shown to whoever signs up. */
export const handler = async (event: unknown): Promise<unknown> => {
  const { triggerSource, request } = Asked.parse(event);
  // Whoever may call the pool's own API may make anybody an account.
  if (triggerSource === 'PreSignUp_AdminCreateUser') return event;
  if ((await people.of(emailOf(request.userAttributes.email))).length > 0) return event;
  throw new Error('Ask an owner of the project to let you in by this e-mail address first, then sign up again.');
};
