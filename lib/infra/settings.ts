/** What the operator says when deploying, in `deploy.config.json` or with `cdk deploy -c name=value`. */
import * as z from 'zod';
import { recorders } from '../domain/bot/capture-task.ts';
import { CalendarServices } from '../domain/calendar/calendar-services.ts';
import { ConfServices } from '../domain/connection/conf-services.ts';
import { HostedProviders } from '../domain/transcription/hosted-providers.ts';
import { TranscriptionServer } from '../domain/transcription/transcription-server.ts';
import { sizeSettings } from './fleet/sizes.ts';

const flag = z.union([z.boolean(), z.stringbool()]).default(false);

const mostProjectsAtOnce = 10;

const AllSettings = z.object({
  /** Jitsi Meet hosts whose links are accepted, comma-separated. */
  jitsiHosts: z.string().default(''),
  /** Domains, comma-separated, whose hosts are trusted with real-time streams, besides the platform's own. */
  streamHosts: z.string().default(''),
  /** Galène hosts whose links are accepted, comma-separated. */
  galeneHosts: z.string().default(''),
  /** Hosts, comma-separated, of LiveKit Meet and of pages made of LiveKit's meeting components, whose links are accepted. */
  livekitHosts: z.string().default(''),
  /** Hosts of the demo room whose links are accepted, comma-separated. */
  demoRoomHosts: z.string().default(''),
  /** What each project may ask of the API in a second; more is answered with 429, and when to come again. */
  requestsPerSecond: z.coerce.number().positive().default(100),
  /** What everybody together may ask of the API in a second: more is refused by the gateway in its own words. */
  apiRequestsPerSecond: z.coerce.number().int().positive().default(5000),
  /** The installation's own server for speech-to-text, which bots reach as `custom_async`. */
  customTranscriptionUrl: TranscriptionServer.shape.url.optional(),
  /** How long that server may take to answer, in seconds. */
  customTranscriptionTimeout: TranscriptionServer.shape.timeout_seconds,
  /** Where `stt_a` and `stt_b` are, for those who run their makers' software themselves or reach it another way. */
  sttAUrl: HostedProviders.shape.stt_a_url,
  sttAEuUrl: HostedProviders.shape.stt_a_eu_url,
  sttBUrl: HostedProviders.shape.stt_b_url,
  /** Whether sound is kept out of the model improvement of `stt_a`'s maker, which may cost a discount. */
  sttAMipOptOut: HostedProviders.shape.stt_a_mip_opt_out,
  /** Where the services that keep calendars are, for those who reach them another way. */
  googleCalendarUrl: CalendarServices.shape.google_calendar_url,
  googleTokenUrl: CalendarServices.shape.google_token_url,
  microsoftGraphUrl: CalendarServices.shape.microsoft_graph_url,
  microsoftTokenUrl: CalendarServices.shape.microsoft_token_url,
  /** Where the conferencing platform is, for those who reach it another way. */
  zoomApiUrl: ConfServices.shape.zoom_api_url,
  zoomOauthUrl: ConfServices.shape.zoom_oauth_url,
  /** Where people sign in to the dashboard: an issuer of OpenID Connect, a user pool of the stack, or links only. */
  oidcIssuer: z.union([z.enum(['cognito', 'none']), z.url({ protocol: /^https$/ })]).default('cognito'),
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
  oidcEmailsAreVerified: flag,
  /** Ready images of the capture workers, with a browser and for app sessions; without them they are built. */
  captureImage: z.string().min(1).optional(),
  appSessionImage: z.string().min(1).optional(),
  /** How large capture tasks are, as `vCPU/GB`, by what a bot takes. */
  ...sizeSettings.shape,
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
  acceptTerms: flag,
  /** Whether bots run on Fargate Spot, at a third of the price: one whose machine is wanted back is handed over to another. */
  captureSpot: flag,
  /** Who is written to when an alarm goes off or the budget is spent. */
  alarmsEmail: z.email().optional(),
  /** What the account is meant to cost in a month, in USD: `alarmsEmail` is told before it does. */
  monthlyBudgetUsd: z.coerce.number().positive().optional(),
  /** Lets clients name loopback addresses for webhooks. For emulators only: in an account it opens the functions' own host. */
  unsafeAllowLoopbackWebhooks: flag,
});
/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(AllSettings.shape);

/** A project must be told by us, and not by the gateway, that it asks for too much. */
export const Settings = AllSettings.refine(
  ({ requestsPerSecond, apiRequestsPerSecond }) => apiRequestsPerSecond >= mostProjectsAtOnce * requestsPerSecond,
  { path: ['apiRequestsPerSecond'], error: `must be at least ${mostProjectsAtOnce} times requestsPerSecond` },
)
  .refine(({ oidcIssuer, oidcClientId }) => ['cognito', 'none'].includes(oidcIssuer) === (oidcClientId === undefined), {
    path: ['oidcClientId'],
    error: 'belongs to an oidcIssuer of your own: say both, or neither',
  })
  .refine(({ alarmsEmail, monthlyBudgetUsd }) => monthlyBudgetUsd === undefined || alarmsEmail !== undefined, {
    path: ['monthlyBudgetUsd'],
    error: 'say in alarmsEmail who is written to',
  });
export type Settings = z.infer<typeof Settings>;

/** The settings in a context. @throws ZodError that names a setting which is not as it must be */
export const settingsOf = (context: (name: string) => unknown): Settings =>
  Settings.parse(Object.fromEntries(settingNames.map((name) => [name, context(name)])));
