/** The environment that the functions and the workers of one machine read. */
import { CannotStartError } from './errors.ts';

/** @throws CannotStartError when something in the environment would lead to a real AWS account */
export const refuseAws = (): void => {
  for (const [name, value] of Object.entries(process.env)) {
    if (/^AWS_ENDPOINT_URL/.test(name) && value?.includes('amazonaws.com')) {
      throw new CannotStartError(`${name} names ${value}, but this service runs on one machine only: unset it`);
    }
  }
};

const hostsWith = (name: string, more: readonly string[]): string =>
  [...new Set([...(process.env[name]?.split(',').filter(Boolean) ?? []), ...more])].join(',');

/** Tells this process, and so the workers that it starts, where everything is. No AWS account can be meant. */
export const setEnvironment = (dataDir: string, port: number): { readonly base_url: string } => {
  const base_url = `http://127.0.0.1:${port}`;
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    BASE_URL: base_url,
    DEMO_ROOM_HOSTS: hostsWith('DEMO_ROOM_HOSTS', [`127.0.0.1:${port}`, `localhost:${port}`]),
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  for (const name of ['AWS_SESSION_TOKEN', 'AWS_PROFILE']) delete process.env[name];
  return { base_url };
};
