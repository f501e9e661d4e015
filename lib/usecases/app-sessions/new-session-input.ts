/** What a client says of an app session to be, and its checks that no schema can make. */
import type { NewAppSession } from '../../domain/app-session/app-session.ts';
import type { StreamNotice } from '../../domain/app-session/stream.ts';
import type { ValidationError } from '../../domain/errors.ts';
import type { RightPart } from '../../domain/right-part.ts';
import type { Clock } from '../../ports/clock.ts';
import { checkProvider, createFaults } from '../bots/bot-input.ts';

export interface NewSessionChecks {
  readonly clock: Clock;
  /** What is wrong with an address that the client gave, as a sentence; undefined when it may be called. */
  readonly checkAddress: (url: string) => string | undefined;
  /** Likewise for a server of a stream. */
  readonly checkServer: (url: string) => string | undefined;
  readonly hasCustomTranscription: boolean;
}

export type CreateAppSessionInput = Omit<NewAppSession, 'id' | 'project_id' | 'stream'> & {
  readonly conf_rtms: StreamNotice;
  readonly conf_oauth_app_id?: string;
};

/** What is wrong with that part of a session to be that is right in form, whatever is wrong with the rest. */
export const createNewSessionFaults =
  ({ clock, checkAddress, checkServer, hasCustomTranscription }: NewSessionChecks) =>
  (part: RightPart<CreateAppSessionInput>): ValidationError | undefined => {
    const { conf_rtms, webhooks = [], transcription_settings: settings } = part;
    const faults = createFaults();
    for (const url of conf_rtms?.server_urls ?? []) faults.note('conf_rtms.server_urls', url && checkServer(url));
    for (const [i, webhook] of webhooks.entries())
      faults.note(`webhooks.${i}.url`, webhook?.url && checkAddress(webhook.url));
    const facts = { hasCustomTranscription, now: clock.now() };
    if (settings) checkProvider(faults, ['transcription_settings'], settings, facts);
    return faults.all();
  };
