/** Takes the place of `@aws-sdk/credential-provider-node` in the bundles of functions (see `lib/infra/functions/bundle.ts`). */
import { required } from '../environment.ts';

/** The credentials of the function's role, which Lambda sets for the life of the process. */
export const defaultProvider = () => async () => ({
  accessKeyId: required('AWS_ACCESS_KEY_ID'),
  secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});
