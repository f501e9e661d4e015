import { type AppSession, isAppSession } from '../../domain/app-session/app-session.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createDeleteBotData } from '../bots/delete-bot-data.ts';
import type { AdvanceBotPorts } from '../lifecycle/advance-bot.ts';

/** As for a bot. @throws NotFoundError when the project has no such session, InvalidTransitionError while it is not finished */
export const createDeleteAppSessionData = (ports: AdvanceBotPorts) => {
  const deleteData = createDeleteBotData(ports);
  return async (ref: BotRef): Promise<AppSession> => {
    const session = await deleteData(ref);
    if (!isAppSession(session)) throw new NotFoundError('app_session');
    return session;
  };
};
