/** What the admin commands work with, composed from one home's ports. */

import { zoom } from '../conferencing/zoom.ts';
import type { LostQueues } from '../doctor/lost-queues.ts';
import type { Naming } from '../domain/access/plain-names.ts';
import type { SpeechProviderName } from '../domain/transcription/provider-names.ts';
import { makeSigningKey } from '../identity/saml/signing-key.ts';
import { askJson } from '../net/ask-json.ts';
import { checkClientUrl } from '../net/client-url.ts';
import { systemClock } from '../ports/clock.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { Table } from '../ports/table.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import { transcriptionTime } from '../process/environment/lifecycle.ts';
import { confServices } from '../process/environment/services.ts';
import { environment } from '../process/environment.ts';
import { messageOf } from '../process/message-of.ts';
import { pause } from '../process/pause.ts';
import { listedBots } from '../storage/bots/bot-lists.ts';
import { botRepository } from '../storage/bots/bots.ts';
import { captureTaskRepository } from '../storage/bots/capture-tasks.ts';
import { capturedRepository } from '../storage/bots/captured.ts';
import { erasureRepository } from '../storage/bots/erasures.ts';
import { executionRepository } from '../storage/bots/executions.ts';
import { calendarEventRepository } from '../storage/calendars/calendar-events.ts';
import { countFarewells } from '../storage/calendars/calendar-farewells.ts';
import { followerRepository } from '../storage/calendars/calendar-followers.ts';
import { calendarRepository } from '../storage/calendars/calendars.ts';
import { confMeetingRepository } from '../storage/connections/conf-meetings.ts';
import { connectionCredentialsRepository } from '../storage/connections/connection-credentials.ts';
import { connectionRepository } from '../storage/connections/connections.ts';
import type { BotRef } from '../storage/keys.ts';
import { personRepository, providerSecretRepository } from '../storage/people.ts';
import { projectRemains } from '../storage/project-remains.ts';
import { apiKeyRepository, type Project, projectRepository } from '../storage/projects.ts';
import { accountRepository } from '../storage/secrets/accounts.ts';
import { credentialRepository } from '../storage/secrets/credentials.ts';
import { oauthAppHookRepository, oauthAppRepository } from '../storage/secrets/oauth-apps.ts';
import { ssoProfileRepository } from '../storage/secrets/single-sign-on.ts';
import { openInvitations, openSessions, ticketRepository } from '../storage/sessions.ts';
import { formerSecretRepository } from '../storage/webhooks/former-secrets.ts';
import { webhookDeliveryRepository } from '../storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../storage/webhooks/webhook-subscriptions.ts';
import { createApiKeys } from '../usecases/access/api-keys.ts';
import { createCreateProject } from '../usecases/access/create-project.ts';
import { createDeleteProject } from '../usecases/access/delete-project.ts';
import { createGetProject } from '../usecases/access/get-project.ts';
import { createPeople, createSetClientSecret } from '../usecases/access/people.ts';
import { createProviderCredentials } from '../usecases/access/provider-credentials.ts';
import { createSetNames } from '../usecases/access/set-names.ts';
import { createSignIn } from '../usecases/access/sign-in.ts';
import { createAccounts } from '../usecases/accounts/accounts.ts';
import { createSingleSignOn } from '../usecases/accounts/single-sign-on.ts';
import { createSsoTickets } from '../usecases/accounts/sso-tickets.ts';
import { createCleanUpCalendar } from '../usecases/calendars/clean-up-calendar.ts';
import { createDeleteCalendar } from '../usecases/calendars/delete-calendar.ts';
import { createDeleteConnection } from '../usecases/connections/delete-connection.ts';
import { createOAuthApps } from '../usecases/connections/oauth-apps.ts';
import { createCatchUpBots } from '../usecases/lifecycle/catch-up-bots.ts';
import { createMoveBot } from '../usecases/lifecycle/move-bot.ts';
import { createStuckBots } from '../usecases/lifecycle/stuck-bots.ts';
import { createCatchUp } from '../usecases/webhooks/catch-up.ts';
import { createRotateProjectSecret } from '../usecases/webhooks/project-secrets.ts';
import { createProjectWebhooks } from '../usecases/webhooks/project-webhooks.ts';
import { createWebhookDeliveries } from '../usecases/webhooks/webhook-deliveries.ts';
import type { WebhookLanes } from '../usecases/webhooks/webhook-lanes.ts';
import { createWebhookSubjects } from '../usecases/webhooks/webhook-subjects.ts';
import { createWebhookSubscriptions } from '../usecases/webhooks/webhook-subscriptions.ts';
import { createReportTrigger } from '../usecases/worker/report-trigger.ts';
import { secretAsShown } from '../webhooks/signature.ts';

/** One home of the service. The box and the lanes are opened only by commands that need them. */
export interface Home {
  readonly table: Table;
  readonly secretBox: SecretBox;
  readonly lanes: WebhookLanes;
  readonly transcriberOf: (provider: SpeechProviderName) => Transcriber;
  /** Whether webhooks may go to this machine itself. */
  readonly allow_loopback: boolean;
  /** Has a capture task told that it will end. Answers false when it is gone. */
  readonly warnTask: (taskId: string) => Promise<boolean>;
  /** What was given up: of deployments alone. */
  readonly lost?: LostQueues;
  /** Where the API is reached, if that is known. */
  readonly base_url?: string;
}

export type ShownProject = Pick<Project, 'id' | 'name' | 'created_at'> & { readonly names: Naming };

/** Composes the use cases of an operator, who is told of what cannot be read beside what is answered. */
export const createServices = (home: Home, tell: (line: string) => void) => {
  const { table, secretBox, lanes, transcriberOf, allow_loopback, base_url, lost, warnTask } = home;
  const clock = systemClock;
  const projects = projectRepository(table);
  const apiKeys = apiKeyRepository(table);
  const subscriptions = webhookSubscriptionRepository(table);
  const bots = listedBots(table);
  const calendars = calendarRepository(table);
  const connections = connectionRepository(table);
  const apps = oauthAppRepository(table);
  const invitations = openInvitations(table);
  const shown = ({ id, name, names = 'neutral', created_at }: Project): ShownProject => ({
    id,
    name,
    names,
    created_at,
  });
  const onUnreadable = (error: unknown): void => tell(messageOf(error));
  const endBot = createReportTrigger({ bots, clock });
  const createProject = createCreateProject({ projects, apiKeys, secretBox, clock });
  const setNames = createSetNames({ projects, apiKeys, subscriptions });

  return {
    projects: {
      create: async (name: string, names: Naming = 'neutral') => {
        const made = await createProject(name, names);
        if (names !== 'neutral') await subscriptions.setNames(made.project_id, names);
        const webhook_secret = secretAsShown(made.webhook_secret, names);
        return { ...(base_url !== undefined && { base_url }), ...made, webhook_secret };
      },
      setNames,
      rotateSecret: createRotateProjectSecret({
        ...{ projects, secretBox, clock },
        formerSecrets: formerSecretRepository(table),
      }),
      delete: createDeleteProject({
        ...{ projects, bots, invitations, clock, pause },
        remains: projectRemains(table),
        people: personRepository(table),
        sessions: openSessions(table),
        captureTasks: captureTaskRepository(table),
        erasures: erasureRepository(table),
        calendars,
        deleteCalendar: createDeleteCalendar({ calendars, clock }),
        cleanUpCalendar: createCleanUpCalendar({
          ...{ bots, calendars },
          events: calendarEventRepository(table),
          followers: followerRepository(table),
        }),
        countFarewells: (id) => countFarewells(table, id),
        connections,
        deleteConnection: createDeleteConnection({
          ...{ connections, apps, secretBox, clock },
          credentials: connectionCredentialsRepository(table),
          platform: zoom({ ask: askJson(), clock }, environment(confServices).confAddresses),
        }),
        meetings: confMeetingRepository(table),
        apps,
        onUnreadable,
      }),
      ids: projects.ids,
      list: async () => (await projects.list()).map(shown),
      show: async (id: string) => shown(await createGetProject({ projects })(id)),
    },
    base_url,
    tickets: createSignIn({ tickets: ticketRepository(table), invitations, projects, apiKeys, clock }),
    people: createPeople({
      onUnreadable,
      people: personRepository(table),
      projects,
      sessions: openSessions(table),
      invitations,
      clock,
    }),
    setClientSecret: createSetClientSecret({ projects, secrets: providerSecretRepository(table), secretBox }),
    keys: createApiKeys({ projects, apiKeys, clock, onUnreadable }),
    accounts: createAccounts({
      projects,
      accounts: accountRepository(table),
      bots: botRepository(table),
      secretBox,
      clock,
    }),
    singleSignOn: createSingleSignOn({
      projects,
      profiles: ssoProfileRepository(table),
      accounts: accountRepository(table),
      secretBox,
      makeKey: makeSigningKey,
      bots: botRepository(table),
      issueTicket: createSsoTickets({ table, clock }),
      clock,
    }),
    credentials: createProviderCredentials({
      onUnreadable,
      projects,
      credentials: credentialRepository(table),
      secretBox,
      transcriberOf,
      clock,
    }),
    oauthApps: createOAuthApps({
      onUnreadable,
      projects,
      apps,
      hooks: oauthAppHookRepository(table),
      connections,
      secretBox,
      clock,
    }),
    webhooks: createWebhookSubscriptions({
      projects,
      subscriptions,
      secretBox,
      clock,
      checkAddress: (url) => checkClientUrl(url, { allow_loopback }),
    }),
    repair: {
      stuckBots: createStuckBots({ projects, bots, clock, ...environment(transcriptionTime) }),
      endBot: (ref: BotRef) => endBot(ref, 'failed', 'internal_error'),
      moveBot: createMoveBot({ bots, captureTasks: captureTaskRepository(table), warnTask, clock, pause }),
      lost,
      catchUpBots: createCatchUpBots({
        ...{ projects, bots, clock, onUnreadable },
        executions: executionRepository(table),
        erasures: erasureRepository(table),
      }),
    },
    catchUp: createCatchUp({
      bots,
      captured: capturedRepository(table),
      deliveries: webhookDeliveryRepository(table),
      subjects: createWebhookSubjects({ bots }),
      webhooksOf: createProjectWebhooks({ subscriptions, clock }),
      lanes,
      clock,
      onUnreadable,
    }),
    deliveries: createWebhookDeliveries({
      ...{ bots, subscriptions, lanes, clock, onUnreadable },
      captured: capturedRepository(table),
      deliveries: webhookDeliveryRepository(table),
    }),
  };
};
export type Services = ReturnType<typeof createServices>;
