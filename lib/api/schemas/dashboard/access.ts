/** What is sent and answered about who comes in. */
import * as z from 'zod';
import { mostOfName } from '../../../domain/access/people.ts';
import { namings } from '../../../domain/access/plain-names.ts';
import { roles } from '../../../domain/access/roles.ts';
import { mostKeepDays } from '../../../domain/captured/keep-days.ts';
import { type OperatedPlatform, operatedPlatforms, platforms } from '../../../domain/meeting/known-platforms.ts';
import { typedName } from '../../../domain/typed-text.ts';

const Name = typedName(mostOfName);

export const SignInBody = z.strictObject({ ticket: z.string().min(1).max(255) });

const Hosts = z.array(z.string());
const MeetingHosts = z.object(
  Object.fromEntries(operatedPlatforms.map((platform) => [platform, Hosts])) as Record<OperatedPlatform, typeof Hosts>,
);

export const SessionBody = z.object({
  name: z.string(),
  role: z.enum(roles),
  until: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string() }),
  /** The hosts of meetings that the operator lists, by which links are told before they are sent. */
  meeting_hosts: MeetingHosts,
  /** The platforms into whose meetings the operator sends no bots. */
  platforms_off: z.array(z.enum(platforms)),
  /** Whether the operator has set up a server of their own for transcription, which bots may be told to use. */
  has_transcription_server: z.boolean(),
});

export const InviteBody = z.strictObject({ name: Name, role: z.enum(roles) });
/** The path of a link that signs in once: shown this once. */
export const InvitationBody = z.object({ path: z.string() });

/** A link that nobody has used yet. */
export const OpenInvitationBody = z.object({
  /** Tells them apart; it opens nothing. */
  invitation: z.string(),
  name: z.string(),
  role: z.enum(roles),
  made_by: z.string(),
  /** What the audit calls the session in which it was made, or the operator's command. */
  made_by_session: z.string(),
  /** Null where no identity provider has vouched for an address of theirs. */
  made_by_email: z.string().nullable(),
  /** The address of whoever made the first of the links that lead to this one: it ends with them. Null for none. */
  goes_back_to: z.string().nullable(),
  made_at: z.iso.datetime(),
  until: z.iso.datetime(),
});
export const InvitationQuery = z.strictObject({ invitation: z.string().regex(/^[0-9a-f]{8}$/) });

export const CreateApiKeyBody = z.strictObject({ name: Name });
export const ApiKeyBody = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});
/** The key itself is shown this once. */
export const NewApiKeyBody = ApiKeyBody.extend({ api_key: z.string() });

export const ProjectBody = z.object({
  id: z.string(),
  name: z.string(),
  names: z.enum(namings),
  created_at: z.iso.datetime(),
  /** After how many days the project has what bots brought home deleted by itself; null where it does not say. */
  keep_days: z.number().nullable(),
  /** After how many days it is deleted: the project's number, or the operator's where that is less. Null: never by itself. */
  deleted_after_days: z.number().nullable(),
});
export const UpdateProjectBody = z.strictObject({
  names: z.enum(namings).exactOptional(),
  keep_days: z.int().min(1).max(mostKeepDays).nullable().exactOptional(),
});

const AuditId = z.string().regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z#[0-9a-f]{10}$/);
export const AuditQuery = z.strictObject({ before: AuditId.optional() });
export const AuditEntryBody = z.object({
  id: AuditId,
  at: z.iso.datetime(),
  name: z.string(),
  role: z.enum(roles),
  /** By which address, and as whom at the identity provider, they came; null where none has vouched for them. */
  email: z.string().nullable(),
  subject: z.string().nullable(),
  /** Tells sessions of people with the same name apart. */
  session: z.string(),
  /** Method and path of what was asked, or the command of the operator (`admin keys create`). */
  act: z.string(),
  about: z.string().nullable(),
  /** The name of the bot or app session that it is about, and the link to the bot's meeting; null once that is gone. */
  called: z.string().nullable(),
  meeting_url: z.string().nullable(),
});
export const AuditPageBody = z.object({
  results: z.array(AuditEntryBody),
  /** `before` of the next page; null on the last one. */
  next: AuditId.nullable(),
});
