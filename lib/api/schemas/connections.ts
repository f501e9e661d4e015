/** What is sent and answered about connections to the conferencing platform. */
import * as z from 'zod';
import { type ConnectionFailureCode, connectionFailures } from '../../domain/connection/connection-failures.ts';
import { type GrantFailure, grantStates } from '../../domain/grant/grant.ts';
import { idOf } from '../../domain/ids.ts';
import { Metadata, paging } from './fields.ts';

const AppId = idOf('oauth_app');

export const CreateConnectionBody = z
  .strictObject({
    // It travels in a form: what cannot be printed was pasted by mistake.
    authorization_code: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^[\x21-\x7e]*$/, { error: 'must be printable ASCII, without blanks' }),
    redirect_uri: z
      .url({ protocol: /^https?$/, error: 'must be the address that the user was sent back to' })
      .max(2048),
    conf_oauth_app_id: z
      .string()
      .refine((id) => AppId.safeParse(id).success, { error: 'no such app' })
      .exactOptional(),
    is_local_recording_token_supported: z.boolean().default(true),
    is_onbehalf_token_supported: z.boolean().default(false),
    metadata: Metadata.exactOptional(),
  })
  .refine((body) => body.is_local_recording_token_supported || body.is_onbehalf_token_supported, {
    path: ['is_onbehalf_token_supported'],
    error: 'must be true where is_local_recording_token_supported is false: the connection would be good for nothing',
  });
export type CreateConnectionBody = z.infer<typeof CreateConnectionBody>;

export const ConnectionFailureData = z.object({
  error: z.enum(connectionFailures.codes),
  message: z.string(),
  timestamp: z.iso.datetime(),
}) satisfies z.ZodType<GrantFailure<ConnectionFailureCode>>;

export const ConnectionBody = z.object({
  id: z.string(),
  conf_oauth_app_id: z.string(),
  user_id: z.string(),
  account_id: z.string(),
  state: z.enum(grantStates),
  metadata: z.record(z.string(), z.unknown()),
  is_local_recording_token_supported: z.boolean(),
  is_onbehalf_token_supported: z.boolean(),
  connection_failure_data: ConnectionFailureData.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_successful_sync_at: z.iso.datetime(),
  last_attempted_sync_at: z.iso.datetime(),
});
export type ConnectionBody = z.infer<typeof ConnectionBody>;

export const ListConnectionsQuery = z.strictObject({
  ...paging,
  user_id: z.string().min(1).max(255).optional(),
  state: z.enum(grantStates).optional(),
});
