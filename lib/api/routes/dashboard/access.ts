/** Who comes in: sessions, invitations, API keys. */
import * as z from 'zod';
import {
  ApiKeyBody,
  AuditPageBody,
  AuditQuery,
  CreateApiKeyBody,
  InvitationBody,
  InvitationQuery,
  InviteBody,
  NewApiKeyBody,
  OpenInvitationBody,
  ProjectBody,
  SessionBody,
  SignInBody,
  UpdateProjectBody,
} from '../../schemas/dashboard/access.ts';
import { NoQuery } from '../../schemas/fields.ts';
import type { Route } from '../route.ts';

export const accessRoutes = {
  /** Sign in with a ticket. */
  signIn: {
    method: 'POST',
    path: '/api/v1/dashboard/session',
    of: 'project',
    caller: 'nobody',
    requests_per_second: 2,
    success: 201,
    query: NoQuery,
    body: SignInBody,
  },
  /** Who is signed in, if anybody is: a page asks before it knows. */
  getSession: {
    method: 'GET',
    path: '/api/v1/dashboard/session',
    of: 'project',
    caller: 'anybody',
    requests_per_second: 20,
    success: 200,
    query: NoQuery,
    response: SessionBody.nullable(),
  },
  /** Sign out. */
  signOut: {
    method: 'DELETE',
    path: '/api/v1/dashboard/session',
    of: 'project',
    caller: 'session',
    least_role: 'viewer',
    success: 200,
    query: NoQuery,
  },
  /** Make a link that signs somebody in, once. */
  invite: {
    method: 'POST',
    path: '/api/v1/dashboard/invitations',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: InviteBody,
    response: InvitationBody,
  },
  /** List the links that nobody has used yet, newest first. */
  listInvitations: {
    method: 'GET',
    path: '/api/v1/dashboard/invitations',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: z.array(OpenInvitationBody),
  },
  /** Have a link let nobody in. */
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/v1/dashboard/invitations',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: InvitationQuery,
  },
  /** List API keys, oldest first, revoked ones too. */
  listApiKeys: {
    method: 'GET',
    path: '/api/v1/dashboard/api_keys',
    of: 'api_key',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: z.array(ApiKeyBody),
  },
  /** Make an API key, which is shown once. */
  createApiKey: {
    method: 'POST',
    path: '/api/v1/dashboard/api_keys',
    of: 'api_key',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: CreateApiKeyBody,
    response: NewApiKeyBody,
  },
  /** Revoke an API key for good. */
  revokeApiKey: {
    method: 'DELETE',
    path: '/api/v1/dashboard/api_keys/{object_id}',
    of: 'api_key',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
  },
  /** The project, how it is answered, and how long it keeps what bots bring home. */
  getProject: {
    method: 'GET',
    path: '/api/v1/dashboard/project',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: ProjectBody,
  },
  /** Have the project answered in other names, or what bots bring home kept for another time. */
  updateProject: {
    method: 'PATCH',
    path: '/api/v1/dashboard/project',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: UpdateProjectBody,
    response: ProjectBody,
  },
  /** What people did by the dashboard, newest first. */
  listAudit: {
    method: 'GET',
    path: '/api/v1/dashboard/audit',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: AuditQuery,
    response: AuditPageBody,
  },
} as const satisfies Record<string, Route>;
