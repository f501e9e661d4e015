import { ArnFormat, CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { dashboardRoutes } from '../api/routes/dashboard.ts';
import { type RouteName, routes } from '../api/routes.ts';
import { forgetOldBots, keepWarmTasks } from '../ports/timer.ts';
import { countedLines } from '../process/counted-lines.ts';
import { applyEverywhere } from './everywhere.ts';
import { CaptureFleet } from './fleet/capture-fleet.ts';
import { lostQueues } from './functions/lost-and-found.ts';
import { TimedFunction, timedFunctions } from './functions/timed-function.ts';
import { HttpApi } from './http/http-api.ts';
import { Alarms } from './operations/alarms.ts';
import { Budget } from './operations/budget.ts';
import { countLines } from './operations/count-lines.ts';
import { OperatorsDashboard } from './operations/dashboard.ts';
import type { Watched } from './operations/watched.ts';
import { StackOutputs } from './outputs.ts';
import {
  calendarServicesAt,
  captureNeeds,
  confServicesAt,
  executionNeeds,
  haveErasedBy,
  identityProviderAt,
  joinCredentialsOf,
  lookAtCalendarsBy,
  lookAtConnectionsBy,
  operatorKeyNeeds,
  outsideNeeds,
  sendSpeechTo,
  storageNeeds,
  tableNeedOf,
  traces,
} from './permissions/needs.ts';
import type { Provision } from './permissions/provision.ts';
import { CalendarQueue, Calendars } from './service/calendars.ts';
import { ConnectionQueue, Connections, JoinCredentials } from './service/connections.ts';
import { Lifecycle } from './service/lifecycle.ts';
import { Storage } from './service/storage.ts';
import { Transcription, TranscriptionQueue } from './service/transcription.ts';
import { UserDirectory } from './service/user-directory.ts';
import { WebhookQueues, Webhooks } from './service/webhooks.ts';
import type { Settings } from './settings.ts';

export interface MeetingBotsProps extends StackProps {
  /** Which release this is, as an output says. */
  readonly version?: string;
}

/** What operators see of the service, and what wakes them where they have said whom. */
const showAndWarn = (stack: Stack, watched: Watched, settings: Settings): Alarms | undefined => {
  new OperatorsDashboard(stack, 'Operators', watched);
  const { alarmsEmail, alarmsTopicArn, monthlyBudgetUsd, tags } = settings;
  if (alarmsEmail !== undefined && monthlyBudgetUsd !== undefined) {
    new Budget(stack, 'Budget', { usd: monthlyBudgetUsd, email: alarmsEmail, tags });
  }
  if (alarmsEmail === undefined && alarmsTopicArn === undefined) return undefined;
  return new Alarms(stack, 'Alarms', { watched, email: alarmsEmail, topicArn: alarmsTopicArn });
};

/** Those that there are, each described as its schema says. */
const writeOutputs = (stack: Stack, outputs: StackOutputs): void => {
  for (const [name, value] of Object.entries(outputs)) {
    if (value === undefined) continue;
    const description = StackOutputs.shape[name as keyof StackOutputs].description ?? '';
    new CfnOutput(stack, name, { value, description });
  }
};

/** The whole service in one account: who needs what is said here, everything else by the constructs. */
export class MeetingBotsStack extends Stack {
  /** The first two. The CDK would look for their names itself where it knows the account, and where it cannot make some up. */
  override get availabilityZones(): string[] {
    return [0, 1].map((place) => Fn.select(place, Fn.getAzs()));
  }

  constructor(scope: Construct, id: string, settings: Settings, { version, ...props }: MeetingBotsProps = {}) {
    super(scope, id, props);
    applyEverywhere(this, settings);
    // A name of our own: the machine calls functions that speak to the machine, and CloudFormation knows no circles.
    const stateMachineName = `${this.stackName}-bot-lifecycle`;
    const stateMachineArn = this.formatArn({
      service: 'states',
      resource: 'stateMachine',
      resourceName: stateMachineName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const storage = new Storage(this, 'Storage', settings);
    const queues = new WebhookQueues(this, 'WebhookQueue');
    const { table, tableRead, workersTable, countRequests, openSecrets, sealSecrets, ...objects } =
      storageNeeds(storage);
    const { media, appSessionMedia, mediaRead, mediaLook, mediaWrite, mediaErase } = objects;
    const { startExecutions, stopExecutions, wakeExecutions, heartbeat } = executionNeeds(stateMachineArn);
    const outside = outsideNeeds(queues, settings);
    const {
      sendWebhooks,
      meetingHosts,
      platformsOff,
      streamServers,
      clientAddresses,
      requestLimit,
      launchRate,
      gathering,
    } = outside;
    const { transcription, transcriptionTime, hostedTranscription, keepDays, mediaDays } = outside;
    const { operatorKeys, readOperatorKeys } = operatorKeyNeeds(this, settings);
    const speech = new TranscriptionQueue(this, 'Speech', settings);
    const sendSpeech = sendSpeechTo(speech);
    const confServices = confServicesAt(settings);
    // Its name in the template is an older one: tasks that run while it is deployed know the function by that.
    const joinTokens = new JoinCredentials(this, 'JoinTokens', {
      needs: [table, sealSecrets, confServices, clientAddresses],
    });
    const joinCredentials = joinCredentialsOf(joinTokens);
    const fleet = new CaptureFleet(this, 'Capture', {
      settings,
      needs: {
        bots: [
          workersTable,
          media,
          heartbeat,
          meetingHosts,
          platformsOff,
          sendSpeech,
          transcriptionTime,
          joinCredentials,
          gathering,
        ],
        appSessions: [
          ...[workersTable, appSessionMedia, heartbeat, streamServers, clientAddresses],
          ...[sendSpeech, transcriptionTime, gathering],
        ],
      },
    });
    const { captureTasks } = captureNeeds(fleet);

    const usual = [countRequests, requestLimit];
    /** What a route needs beside the table and what counts its requests. */
    const extra: Partial<Record<RouteName, Provision[]>> = {
      createBot: [meetingHosts, platformsOff, clientAddresses, transcription, operatorKeys, mediaWrite],
      getBot: [operatorKeys],
      updateBot: [meetingHosts, platformsOff, operatorKeys, mediaWrite],
      listBots: [meetingHosts],
      getRecording: [mediaRead, mediaDays],
      getDiagnostics: [mediaLook],
      outputVideo: [clientAddresses],
      updateVoiceAgentSettings: [clientAddresses],
      updateTranscriptionSettings: [transcription, operatorKeys],
      createAppSession: [openSecrets, clientAddresses, streamServers, transcription, operatorKeys],
      getAppSessionMedia: [mediaRead, mediaDays],
      createCalendar: [sealSecrets],
      updateCalendar: [sealSecrets],
      createConnection: [sealSecrets, confServices],
      deleteConnection: [openSecrets, confServices],
    };
    const calendars = new CalendarQueue(this, 'CalendarQueue');
    const lookAtCalendars = lookAtCalendarsBy(calendars);
    const connections = new ConnectionQueue(this, 'ConnectionQueue');
    const lookAtConnections = lookAtConnectionsBy(connections);
    const directory =
      settings.oidcIssuer === 'cognito'
        ? new UserDirectory(this, 'Users', { needs: [tableRead], protected: settings.protected })
        : undefined;
    const identityProvider = identityProviderAt(settings, directory);
    const api = new HttpApi(this, 'Http', {
      routes,
      pageNeeds: [identityProvider],
      dashboardNeeds: {
        access: [table, ...usual, meetingHosts, platformsOff, keepDays, transcription],
        bots: [table, ...usual, mediaLook, meetingHosts],
        identity: [table, ...usual, openSecrets, identityProvider],
        providers: [table, ...usual, sealSecrets, hostedTranscription],
        webhooks: [table, ...usual, sealSecrets, clientAddresses, sendWebhooks],
      },
      hookNeeds: {
        'calendars/hear': [tableRead, lookAtCalendars],
        'connections/hear': [tableRead, openSecrets, lookAtConnections],
      },
      settings,
      needsOf: (route) => [tableNeedOf(routes[route], { table, tableRead }), ...usual, ...(extra[route] ?? [])],
    });
    directory?.returnTo(api.url + dashboardRoutes.finishSignIn.path);
    // A project may say how long it keeps what bots brought home, also where the operator does not. What bots leave is removed by
    // the same function.
    const forgetOld = new TimedFunction(this, 'ForgetOld', {
      job: forgetOldBots,
      needs: [table, mediaErase, keepDays],
      timeoutSeconds: 900,
    });
    countLines(this, 'DataNotDeleted', {
      log: forgetOld.called.logGroup,
      messages: [countedLines.oldNotDeleted, countedLines.leftNotRemoved],
      metric: 'DataNotDeleted',
    });
    const haveErased = haveErasedBy(forgetOld);
    const lifecycle = new Lifecycle(this, 'Lifecycle', {
      stateMachineName,
      table: storage.table,
      clusterArn: fleet.clusterArn,
      needs: {
        enterState: [table, captureTasks, launchRate, startExecutions, wakeExecutions, transcriptionTime, traces],
        reportFailure: [table, traces],
        follow: [
          ...[table, launchRate, startExecutions, wakeExecutions, stopExecutions, haveErased, transcriptionTime],
          lookAtCalendars,
        ],
        captureStopped: [table, captureTasks, launchRate, haveErased, sendSpeech, transcriptionTime],
      },
    });
    const webhooks = new Webhooks(this, 'Webhooks', {
      table: storage.table,
      queues,
      atOnce: settings.webhooksAtOnce,
      needs: { fanOut: [tableRead, sendWebhooks], deliver: [table, sendWebhooks, openSecrets, clientAddresses] },
    });

    if (fleet.warm) {
      new TimedFunction(this, 'KeepWarm', { job: keepWarmTasks, needs: [table, captureTasks, launchRate] });
    }

    new Calendars(this, 'Calendars', {
      queue: calendars,
      atOnce: settings.accountsAtOnce,
      needs: {
        sweep: [table, lookAtCalendars],
        sync: [table, lookAtCalendars, sealSecrets, meetingHosts, platformsOff, calendarServicesAt(settings, api.url)],
      },
    });

    new Connections(this, 'Connections', {
      queue: connections,
      atOnce: settings.accountsAtOnce,
      needs: {
        sweep: [table, lookAtConnections],
        sync: [table, sealSecrets, confServices],
      },
    });

    new Transcription(this, 'Transcription', {
      queue: speech,
      needs: [
        ...[table, mediaRead, mediaErase, sendSpeech, openSecrets],
        ...[transcription, transcriptionTime, hostedTranscription, operatorKeys, readOperatorKeys],
      ],
    });

    const watched: Watched = {
      webhooks: queues.prompt,
      slowWebhooks: queues.slow,
      speech: speech.queue,
      lost: lostQueues(this),
      followers: [lifecycle.follow, webhooks.fanOut],
      timed: timedFunctions(this),
      called: [lifecycle.reportFailure, joinTokens],
      apiId: api.apiId,
    };
    const alarms = showAndWarn(this, watched, settings);

    writeOutputs(this, {
      ApiUrl: api.url,
      Version: version,
      TableName: storage.table.tableName,
      MediaBucket: storage.media.bucketName,
      SecretKeyId: storage.secretKey.keyId,
      UserPoolId: directory?.poolId,
      StateMachineArn: stateMachineArn,
      CaptureCluster: fleet.clusterName,
      CaptureTasks: fleet.runner?.tasks,
      AlarmsTopicArn: alarms?.topicArn,
      WarmTasks: fleet.warm && JSON.stringify(fleet.warm),
      WebhookQueueUrl: queues.prompt.queueUrl,
      SlowWebhookQueueUrl: queues.slow.queueUrl,
    });
  }
}
