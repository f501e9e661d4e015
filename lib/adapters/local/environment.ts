/** What the adapters of the one-machine home are told by their process's environment. */
import { availableParallelism } from 'node:os';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`the environment variable ${name} is not set: start the service with \`npm start\``);
  return value;
};

/** The folder that everything durable is in. */
export const dataFolder = (): string => required('DATA_DIR');
/** Where clients reach the service, without a slash at the end. */
export const baseUrl = (): string => required('BASE_URL').replace(/\/+$/, '');

/** How many bots may be in meetings at a time, and how many may start at a time; all where nobody has said. */
export const captureRoom = (): { readonly places?: number; readonly starts?: number } => {
  const places = Number(process.env.CAPTURE_PLACES);
  return places > 0 ? { places, starts: availableParallelism() } : {};
};
