/** How a bot comes to what it captures. */
import type { SessionPorts } from '../capture/session/ports.ts';
import type { Bot } from '../domain/bot/bot.ts';
import type { CaptureLoad } from '../domain/bot/capture-load.ts';
import type { BotOrders } from '../domain/bot/orders.ts';
import type { CredentialsOrder } from '../ports/join-credentials.ts';
import type { MediaStore } from '../ports/media-store.ts';
import type { AccountRepository } from '../storage/secrets/accounts.ts';

/** What of a session depends on how its bot joins. */
export interface Joining extends Pick<SessionPorts, 'meetings' | 'outlet' | 'tokens' | 'login'> {
  /** Hears what the bot is asked to do, whenever that is heard of. */
  readonly hear: (orders: BotOrders) => void;
}

export interface JoiningPorts {
  readonly media: MediaStore;
  /** Who asks. */
  readonly order: CredentialsOrder;
  /** Of the operator, at platforms of meetings. */
  readonly accounts: Pick<AccountRepository, 'list'>;
}

/** `isRejoin`: an earlier worker of the bot was in its meeting. */
export type Join = (bot: Bot, ports: JoiningPorts, isRejoin: boolean) => Promise<Joining>;

/** How to join from now on with what was got ready. Disposed of, it is not ready any more. */
export interface Ready extends AsyncDisposable {
  readonly join: Join;
}

/** Gets ready for a bot of a load before it is known which one. */
export type GetReady = (load: CaptureLoad) => Promise<Ready>;
