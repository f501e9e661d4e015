/** Tokens that a client hands out itself, where it is asked for them. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Naming } from '../../domain/access/plain-names.ts';
import type { Bot } from '../../domain/bot/bot.ts';
import { JoinTokens } from '../../domain/connection/join-tokens.ts';
import { type AskClient, ClientAnswerError } from '../../net/client-json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import { retry } from '../../process/retry.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import { plainSignature, signedHeaders } from '../../webhooks/signature.ts';
import { createGetProject } from '../access/get-project.ts';
import { createProjectSecrets, type ProjectSecretsPorts } from '../webhooks/project-secrets.ts';

export interface TokensOfClientPorts extends ProjectSecretsPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly askClient: AskClient;
  readonly clock: Clock;
  readonly pause: Pause;
}

/** How the client's server is asked: it must answer within this time, and with no more than this. */
export const clientTokensBounds = { answers_within_ms: 30_000, most_bytes: 64 * 1024 };
const again = { first_ms: 2_000, most_tries: 2 };

/** Many a client's server names every token, and says null or nothing of those that it does not have. */
const GivenTokens = z.preprocess(
  (answer) =>
    typeof answer === 'object' && answer !== null
      ? Object.fromEntries(Object.entries(answer).filter(([, token]) => token !== null && token !== ''))
      : answer,
  JoinTokens,
);

const callbackType: Readonly<Record<Naming, string>> = { neutral: 'conf_tokens', plain: 'zoom_tokens' };

const bodyOf = ({ id, metadata, meeting_url }: Bot, names: Naming): string =>
  JSON.stringify({
    bot_id: id,
    bot_metadata: metadata,
    callback_type: callbackType[names],
    meeting_url,
  });

/**
 * Asks the client's server for tokens, as webhooks are sent: signed with the project's secret, so that it knows who asks.
 * @throws ClientAnswerError when it gives none
 */
export const createTokensOfClient =
  ({ projects, formerSecrets, secretBox, askClient, clock, pause }: TokensOfClientPorts) =>
  async (bot: Bot, url: string): Promise<JoinTokens> => {
    const project = await createGetProject({ projects })(bot.project_id);
    const { names = 'neutral' } = project;
    const secrets = await createProjectSecrets({ formerSecrets, secretBox })(project);
    const body = bodyOf(bot, names);
    const id = randomUUID();
    const ask = () =>
      askClient({
        url,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'meeting-bots-callbacks/1',
          ...signedHeaders(id, clock.now(), body, secrets),
          ...(names === 'plain' && plainSignature(body, secrets)),
        },
      });
    const answer = await retry(ask, {
      ...again,
      pause,
      isPassing: (error) => error instanceof ClientAnswerError && error.may_pass,
    });
    const { data: tokens } = GivenTokens.safeParse(answer);
    if (!tokens) throw new ClientAnswerError('answers something else than tokens', false);
    return tokens;
  };
