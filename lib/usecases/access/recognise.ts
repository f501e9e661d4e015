import { isEnough, type Role } from '../../domain/access/roles.ts';
import type { Session, SessionRepository } from '../../storage/sessions.ts';
import type { Caller } from './authenticate.ts';

/** Somebody who is signed in to the dashboard. It speaks neutral names, whatever the project does. */
export type SignedIn = Caller &
  Session & {
    /** Notes down what they did by this request, given the body of its answer; absent where that is seen to elsewhere. */
    readonly note?: (body: string | undefined) => Promise<void>;
  };

/** Why somebody who is known may not. */
export interface Refusal {
  readonly refusal: string;
}

/** Whom a session's secret stands for, if their role is enough; undefined for no secret, or one of a session that has ended. */
export const createRecognise =
  ({ sessions }: { sessions: Pick<SessionRepository, 'find'> }) =>
  async (secret: string | undefined, least: Role): Promise<SignedIn | Refusal | undefined> => {
    const session = secret ? await sessions.find(secret) : undefined;
    if (!session) return undefined;
    if (!isEnough(session.role, least))
      return { refusal: `this takes the role ${least}, and yours is ${session.role}` };
    return { ...session, names: 'neutral', made_by: { kind: 'person', name: session.name } };
  };
