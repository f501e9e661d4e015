import { type AppSession, isAppSession } from '../../domain/app-session/app-session.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';

/** @throws NotFoundError when the project has no such session */
export const createGetAppSession =
  ({ bots }: { readonly bots: Pick<BotRepository, 'get'> }) =>
  async (ref: BotRef): Promise<AppSession> => {
    const session = await bots.get(ref);
    if (!session || !isAppSession(session)) throw new NotFoundError('app_session');
    return session;
  };
