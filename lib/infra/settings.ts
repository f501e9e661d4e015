/** What the operator says when deploying, in `deploy.config.json` or with `cdk deploy -c name=value`. */
import * as z from 'zod';
import { recorders } from '../domain/bot/capture-task.ts';
import { CalendarServices } from '../domain/calendar/calendar-services.ts';
import { mostKeepDays } from '../domain/captured/keep-days.ts';
import { ConfServices } from '../domain/connection/conf-services.ts';
import { platforms } from '../domain/meeting/known-platforms.ts';
import { TranscriptionServer } from '../domain/transcription/transcription-server.ts';
import { isLoopbackHost } from '../net/client-url.ts';
import { regionOfArn } from './arn.ts';
import { sizeSettings, warmSettings } from './fleet/sizes.ts';
import { Domains, flag, LogDays, listOf, Names, Tags, wordsFor } from './setting-kinds.ts';
import { hostsSettings, hostsVariables, keySecretSettings, operatedProviderSettings } from './table-settings.ts';

const mostProjectsAtOnce = 10;

const days = z.coerce.number().int().positive().max(mostKeepDays);

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const mostAtOnce = z.coerce.number().int().min(2).max(1000);

const wrongIssuer = 'must be cognito, none, or the address of an issuer of yours, https://…';
/** Nobody listens in between an emulator and an issuer on its machine. */
const isLocal = (issuer: string): boolean => isLoopbackHost(URL.parse(issuer)?.hostname ?? '');

// The addresses of AWS's services end in other names there, and so do those of recordings, which its pages may load from AWS alone.
const isElsewhere = (region: string): boolean => /^(?:cn|eusc|us-iso[a-z]*|eu-isoe)-/.test(region);
const elsewhere =
  'must be a region of AWS whose services are at amazonaws.com: not in China, nor in the European Sovereign Cloud';

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html: a function's variables are 4 KB in all. */
const mostHostsCharacters = 3_000;
const tooManyHosts = `must be at most ${mostHostsCharacters} characters`;

const AllSettings = z.object({
  /** Which of several installations in one account and region this is: its stack is called `MeetingBots-<stage>`. */
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be up to 20 small letters, digits and hyphens, a letter first')
    .optional(),
  /** The account that the stack is for: it is deployed to no other. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the number of an account, of 12 digits')
    .optional(),
  /** Where the stack is deployed; the region of whoever deploys unless it is said. */
  region: z
    .string()
    .regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'must be the name of a region, such as eu-central-1')
    .refine((region) => !isElsewhere(region), elsewhere)
    .optional(),
  /** Of every resource, for bills and for rules. */
  tags: Tags.default({}),
  /** The policy, by its name or ARN, beyond which no role of the stack may go. */
  permissionsBoundary: z
    .string()
    .regex(
      /^(arn:aws[a-z-]*:iam::\d{12}:policy\/.+|[\w+=,.@-]{1,128})$/,
      'must be the name of a policy of IAM, or its ARN',
    )
    .optional(),
  /** Whether the stack and its table refuse to be deleted, and data is kept when it is, with backups until then. */
  protected: flag.default(true),
  /** Recordings and other media are deleted so many days after they were stored, whatever becomes of the rest. */
  mediaRetentionDays: days.optional(),
  /** All that bots brought home is deleted so many days after they ended, as by `delete_data`. */
  dataRetentionDays: days.optional(),
  /** For how many days logs are kept. */
  logRetentionDays: LogDays.default(30),
  /** Whether capture tasks have addresses of their own, or go out through a NAT gateway. */
  subnets: z.enum(['public', 'private']).default('public'),
  /** A network that exists, and its subnets for capture tasks, of the kind that `subnets` says. */
  vpcId: z
    .string()
    .regex(/^vpc-[0-9a-f]+$/, 'must be the id of a VPC, vpc-…')
    .optional(),
  subnetIds: listOf(z.string().regex(/^subnet-[0-9a-f]+$/, 'must be the id of a subnet, subnet-…')).optional(),
  /** Whether capture tasks in private subnets reach AWS's services by endpoints instead of the NAT gateway. */
  vpcEndpoints: flag.default(false),
  /** The processors of capture tasks. */
  architecture: z.enum(['arm64', 'x86']).default('arm64'),
  /** The API's own domain, with a certificate of the same region, and the zone of Route 53 in which it is entered. */
  domainName: z
    .string()
    .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain, such as bots.example.com')
    .optional(),
  certificateArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'must be the ARN of a certificate of ACM')
    .optional(),
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone, Z…')
    .optional(),
  /** Hosts of Jitsi Meet and of the others that anybody can run, whose links are accepted. */
  ...hostsSettings,
  /** Platforms, comma-separated, into whose meetings no bots are sent. */
  platformsOff: Names(platforms),
  /** Domains, comma-separated, whose hosts are trusted with real-time streams, besides the platform's own. */
  streamHosts: Domains.refine((hosts) => hosts.length <= mostHostsCharacters, tooManyHosts),
  /**
   * What the programs of each project, and everybody who is signed in, may ask of the API in a second; more is answered
   * with 429, and when to come again.
   */
  requestsPerSecond: z.coerce.number().positive().default(100),
  /** What everybody together may ask of the API in a second: more is refused by the gateway in its own words. */
  apiRequestsPerSecond: z.coerce.number().int().positive().default(5000),
  /** The installation's own server for speech-to-text, which bots reach as `custom_async`. */
  customTranscriptionUrl: TranscriptionServer.shape.url.optional(),
  /** How long that server may take to answer, in seconds. */
  customTranscriptionTimeout: TranscriptionServer.shape.timeout_seconds,
  /** Where hosted providers are, for those who run their makers' software themselves or reach it another way, and how they are asked. */
  ...operatedProviderSettings,
  ...keySecretSettings,
  /** Where the services that keep calendars are, for those who reach them another way. */
  googleCalendarUrl: CalendarServices.shape.google_calendar_url,
  googleTokenUrl: CalendarServices.shape.google_token_url,
  microsoftGraphUrl: CalendarServices.shape.microsoft_graph_url,
  microsoftTokenUrl: CalendarServices.shape.microsoft_token_url,
  /** Where the conferencing platform is, for those who reach it another way. */
  zoomApiUrl: ConfServices.shape.zoom_api_url,
  zoomOauthUrl: ConfServices.shape.zoom_oauth_url,
  /** Where people sign in to the dashboard: an issuer of OpenID Connect, a user pool of the stack, or links only. */
  oidcIssuer: z
    .union([z.enum(['cognito', 'none']), z.url({ protocol: /^https?$/, error: wrongIssuer })])
    .default('cognito'),
  /** What the issuer calls this service; of its own pool the stack knows it. */
  oidcClientId: z.string().min(1).optional(),
  oidcScopes: z.string().min(1).optional(),
  /** The claim that names people's groups, and the groups that are let in, by their roles, to a project. */
  oidcGroupsClaim: z.string().min(1).optional(),
  oidcOwnerGroup: z.string().min(1).optional(),
  oidcMemberGroup: z.string().min(1).optional(),
  oidcViewerGroup: z.string().min(1).optional(),
  oidcProject: z.string().min(1).optional(),
  /** For issuers that do not say whether e-mail addresses are people's own, and see to it all the same. */
  oidcEmailsAreVerified: flag.default(false),
  /** How many calendars, and connections, are looked at at a time, where they are thousands. */
  accountsAtOnce: mostAtOnce.optional(),
  /** How many functions deliver webhooks at a time, beside those for slow servers: they leave room for all others. */
  webhooksAtOnce: mostAtOnce.optional(),
  /** Ready images of the capture workers, with a browser and for app sessions; without them they are built. */
  captureImage: z.string().min(1).optional(),
  appSessionImage: z.string().min(1).optional(),
  /** How large capture tasks are, as `vCPU/GB`, by what a bot takes. */
  ...sizeSettings,
  /** How many capture tasks of each size wait for a bot that is wanted at once, which then has not to wait for its task. */
  ...warmSettings,
  /** How many seconds of a recording become one object of S3: each costs, and a task that dies loses what it has not stored. */
  segmentSeconds: z.coerce
    .number()
    .pipe(z.literal([2, 4, 6, 8, 10]))
    .prefault(4),
  /** How many seconds beginnings and ends of speech may wait to be told together with something else: each write costs. */
  speechEventSeconds: z.coerce.number().min(0).max(60).prefault(5),
  /** How meetings are recorded: from people's tracks where a platform exposes them, or the page as it is, always. */
  captureRecorder: z.enum(recorders).default('tracks'),
  /** Whether bots accept, in the operator's name, terms and consents that meeting pages ask for. */
  acceptTerms: flag.default(false),
  /** So many capture tasks the account may launch in a second, of RunTask's rate and of Fargate's the lower one. */
  launchesPerSecond: z.coerce.number().positive().max(1000).default(20),
  /** Whether bots run on Fargate Spot, at a third of the price: one whose machine is wanted back is handed over to another. */
  captureSpot: flag.default(false),
  /** Who is written to when an alarm goes off or the budget is spent. */
  alarmsEmail: z.email().optional(),
  /** A topic of SNS that is told of alarms too, such as one that leads to a pager. */
  alarmsTopicArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/, 'must be the ARN of a topic of SNS')
    .optional(),
  /** What the account is meant to cost in a month, in USD: `alarmsEmail` is told before it does. */
  monthlyBudgetUsd: z.coerce.number().positive().optional(),
  /** Lets clients name loopback addresses for webhooks. For emulators only: in an account it opens the functions' own host. */
  unsafeAllowLoopbackWebhooks: flag.default(false),
  /** Where the emulator is that the stack is deployed to, which is where it serves the API: links lead there. */
  emulatorUrl: z.url({ protocol: /^https?$/, error: 'must be the address of an emulator, http://…' }).optional(),
  /**
   * For emulators that have neither HTTP APIs nor ECS, such as LocalStack's free edition: the API is a REST API, and where
   * this says a task runner (lib/emulator) answers functions in place of ECS.
   * What that edition has: https://docs.localstack.cloud/aws/licensing/, as of 17 March 2026. Of what is used here it lacks these two,
   * ECR, user pools (`oidcIssuer`) and X-Ray.
   */
  freeEmulator: z.url({ protocol: /^http$/, error: 'must be the address of a task runner, http://…' }).optional(),
});
/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(AllSettings.shape);

const belongTogether = (one: unknown, other: unknown): boolean => (one === undefined) === (other === undefined);

const mustBeInRegion = 'must be of the region that the stack is deployed to';
/** Whether what an ARN names is in a region, where both are said. */
const isInRegion = (arn: string | undefined, region: string | undefined): boolean =>
  arn === undefined || region === undefined || regionOfArn(arn) === region;

/** A project must be told by us, and not by the gateway, that it asks for too much. */
export const Settings = AllSettings.refine(
  ({ requestsPerSecond, apiRequestsPerSecond }) => apiRequestsPerSecond >= mostProjectsAtOnce * requestsPerSecond,
  { path: ['apiRequestsPerSecond'], error: `must be at least ${mostProjectsAtOnce} times requestsPerSecond` },
)
  .refine((settings) => Object.values(hostsVariables(settings)).join('').length <= mostHostsCharacters, {
    path: [Object.keys(hostsSettings)[0] ?? ''],
    error: `${tooManyHosts}, together with the hosts of the other platforms`,
  })
  .refine(({ oidcIssuer, oidcClientId }) => ['cognito', 'none'].includes(oidcIssuer) === (oidcClientId === undefined), {
    path: ['oidcClientId'],
    error: 'belongs to an oidcIssuer of your own: say both, or neither',
  })
  .refine(({ oidcIssuer, emulatorUrl }) => !oidcIssuer.startsWith('http:') || (emulatorUrl && isLocal(oidcIssuer)), {
    path: ['oidcIssuer'],
    error: wrongIssuer,
  })
  // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html
  .refine(({ stage = '', oidcIssuer }) => oidcIssuer !== 'cognito' || !/aws|amazon|cognito/.test(stage), {
    path: ['stage'],
    error:
      'may not hold aws, amazon or cognito: it is part of the address of the user pool, for which these are reserved',
  })
  .refine(({ alarmsEmail, monthlyBudgetUsd }) => monthlyBudgetUsd === undefined || alarmsEmail !== undefined, {
    path: ['monthlyBudgetUsd'],
    error: 'say in alarmsEmail who is written to',
  })
  .refine(({ vpcId, subnetIds }) => belongTogether(vpcId, subnetIds) && subnetIds?.length !== 0, {
    path: ['subnetIds'],
    error: 'name some subnets of the VPC that vpcId names: say both, or neither',
  })
  .refine(({ vpcEndpoints, subnets, vpcId }) => !vpcEndpoints || (subnets === 'private' && vpcId === undefined), {
    path: ['vpcEndpoints'],
    error: 'are made for private subnets of a new VPC: say subnets=private, and no vpcId',
  })
  .refine(({ domainName, certificateArn }) => belongTogether(domainName, certificateArn), {
    path: ['certificateArn'],
    error: 'belongs to a domainName: say both, or neither',
  })
  .refine(({ hostedZoneId, domainName }) => hostedZoneId === undefined || domainName !== undefined, {
    path: ['hostedZoneId'],
    error: 'is where domainName is entered: say that too',
  })
  .refine(({ unsafeAllowLoopbackWebhooks, emulatorUrl }) => !unsafeAllowLoopbackWebhooks || emulatorUrl !== undefined, {
    path: ['unsafeAllowLoopbackWebhooks'],
    error: 'is for emulators alone: say emulatorUrl too',
  })
  .refine(({ freeEmulator, domainName }) => freeEmulator === undefined || domainName === undefined, {
    path: ['domainName'],
    error: 'leads to an HTTP API, and there is none with freeEmulator: say one of them',
  })
  .refine(({ freeEmulator, oidcIssuer }) => freeEmulator === undefined || oidcIssuer !== 'cognito', {
    path: ['oidcIssuer'],
    error: 'must be none, or an issuer of your own: emulators that freeEmulator is for have no user pools',
  })
  .refine(({ region, certificateArn }) => isInRegion(certificateArn, region), {
    path: ['certificateArn'],
    error: mustBeInRegion,
  })
  .refine(({ region, alarmsTopicArn }) => isInRegion(alarmsTopicArn, region), {
    path: ['alarmsTopicArn'],
    error: mustBeInRegion,
  });
export type Settings = z.infer<typeof Settings>;

/** What the stack is called. */
export const stackNameOf = ({ stage }: Pick<Settings, 'stage'>): string =>
  stage === undefined ? 'MeetingBots' : `MeetingBots-${stage}`;

/** Something in the settings is wrong; the message says what to change, a line for each. */
export class SettingsError extends Error {
  override readonly name: string = 'SettingsError';
}

/**
 * The account in use is known to the CDK alone, if somebody is signed in.
 * @throws SettingsError where it is another one than the settings are for
 */
export const checkAccount = ({ account }: Pick<Settings, 'account'>, used: string | undefined): void => {
  if (account === undefined || used === undefined || account === used) return;
  throw new SettingsError(
    `the setting account: it is ${account}, and your credentials are for ${used}: sign in to the other account (AWS_PROFILE), or name another file in DEPLOY_CONFIG`,
  );
};

/**
 * The region in use is known to the CDK alone, where the settings say none.
 * @throws SettingsError where the stack would not work in it
 */
export const checkRegion = ({ region }: Pick<Settings, 'region'>, used: string | undefined): void => {
  if (region === undefined && used !== undefined && isElsewhere(used))
    throw new SettingsError(`the setting region: it is ${used} unless you say it, and ${elsewhere}`);
};

const saidOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message).join(', ') : issue.message;

/** Which setting it is about, and which name in it; places in lists tell nobody more than what is wrong there. */
const placeOf = ({ path }: z.core.$ZodIssue): string => path.filter((part) => typeof part === 'string').join('.');

/** The settings in a context. @throws SettingsError that names each setting which is not as it must be */
export const settingsOf = (context: (name: string) => unknown): Settings => {
  const given = Object.fromEntries(settingNames.map((name) => [name, context(name)]));
  const { data, error } = Settings.safeParse(given, { error: wordsFor });
  if (data) return data;
  const lines = error.issues.map((issue) => `the setting ${placeOf(issue)}: ${saidOf(issue)}`);
  throw new SettingsError(lines.join('\n'), { cause: error });
};
